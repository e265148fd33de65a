package dev.rowlock.diagnose.internal.collision;

import java.sql.SQLException;

/** Looks at a chunk further, such as by sampling it. */
@FunctionalInterface
interface ChunkVisitor {
    /** Nothing further. */
    ChunkVisitor NONE = chunk -> {};

    void visit(Chunk chunk) throws SQLException;
}
