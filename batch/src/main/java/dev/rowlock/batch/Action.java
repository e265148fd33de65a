package dev.rowlock.batch;

import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.TableName;
import java.util.List;
import java.util.function.Function;

/** What a batch does with each row that matches. Immutable. */
public sealed interface Action {
    <R> R fold(
            Function<? super Set, ? extends R> set,
            Function<? super Delete, ? extends R> delete,
            Function<? super Archive, ? extends R> archive,
            Function<? super Handle, ? extends R> handle);

    /**
     * Changes columns. The rows may still match afterwards: each is changed once all the same, because what is done is known by key and
     * checkpoint, never by asking the predicate again.
     *
     * @param assignments as in {@code UPDATE ... SET}: {@code status = 'OVERDUE', modified_at = NOW(3)}, with parameters as in a predicate
     */
    record Set(String assignments) implements Action {
        public Set {
            if (assignments.isBlank()) {
                throw new ConfigurationException("nothing to set: write assignments such as status = 'OVERDUE'");
            }
        }

        @Override
        public <R> R fold(
                Function<? super Set, ? extends R> set,
                Function<? super Delete, ? extends R> delete,
                Function<? super Archive, ? extends R> archive,
                Function<? super Handle, ? extends R> handle) {
            return set.apply(this);
        }
    }

    /** Deletes the rows. */
    record Delete() implements Action {
        @Override
        public <R> R fold(
                Function<? super Set, ? extends R> set,
                Function<? super Delete, ? extends R> delete,
                Function<? super Archive, ? extends R> archive,
                Function<? super Handle, ? extends R> handle) {
            return delete.apply(this);
        }
    }

    /**
     * Copies the rows to another table of the same server and deletes them, both in one transaction.
     *
     * @param to a table with every column of the first, by name
     */
    record Archive(TableName to) implements Action {
        @Override
        public <R> R fold(
                Function<? super Set, ? extends R> set,
                Function<? super Delete, ? extends R> delete,
                Function<? super Archive, ? extends R> archive,
                Function<? super Handle, ? extends R> handle) {
            return archive.apply(this);
        }
    }

    /**
     * Gives the rows to a {@link RowHandler}. No row is locked while it runs; the shard is leased to one worker. A handler may see a row
     * more than once when a worker dies (A8, A11).
     *
     * @param columns the columns it gets besides the key; empty for the key alone
     */
    record Handle(List<String> columns) implements Action {
        public Handle {
            columns = List.copyOf(columns);
        }

        @Override
        public <R> R fold(
                Function<? super Set, ? extends R> set,
                Function<? super Delete, ? extends R> delete,
                Function<? super Archive, ? extends R> archive,
                Function<? super Handle, ? extends R> handle) {
            return handle.apply(this);
        }
    }
}
