package dev.rowlock.claim.architecture;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;

/** Leaves out compiled tests, in whatever folder the build puts them. */
public final class MainClasses implements ImportOption {
    @Override
    public boolean includes(Location location) {
        return !location.contains("test-classes");
    }
}
