package dev.rowlock.embedded.internal;

import java.net.URL;
import java.util.Optional;

/** Finds the optional jars that hold a server. */
final class ClassPath {
    private ClassPath() {}

    static Optional<URL> find(String resource) {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        URL found = context == null ? null : context.getResource(resource);
        return Optional.ofNullable(
                found != null ? found : ClassPath.class.getClassLoader().getResource(resource));
    }
}
