package dev.rowlock.embedded.internal;

import dev.rowlock.embedded.Availability;
import dev.rowlock.embedded.ServerFamily;

/** A place a server's program comes from. */
public interface Distribution {
    ServerFamily family();

    /** Looks at files only. */
    Availability availability();

    /** Makes the program ready to run, unpacking or fetching it into the cache when that was not done before. */
    Installation install(Cache cache);
}
