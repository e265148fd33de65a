package dev.rowlock.binlog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.embedded.ServerKind;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import javax.sql.DataSource;

/** A user who does not want row events does not need the library. */
final class NoLibraryTest {
    /** Our own classes again, in a world without the connector. */
    private static final class WithoutTheLibrary extends URLClassLoader {
        WithoutTheLibrary(URL[] urls, ClassLoader parent) {
            super(urls, parent);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith("com.github.shyiko") || name.startsWith("com.github.luben")) {
                throw new ClassNotFoundException(name);
            }
            if (name.startsWith("dev.rowlock.binlog.")) {
                synchronized (getClassLoadingLock(name)) {
                    Class<?> loaded = findLoadedClass(name);
                    return loaded != null ? loaded : findClass(name);
                }
            }
            return super.loadClass(name, resolve);
        }
    }

    /** Runs in the other world. */
    public static final class Attempt {
        private Attempt() {}

        public static String open(DataSource dataSource, String url) {
            return RowEvents.open(
                            dataSource,
                            LogAddress.ofJdbc(url, null, null),
                            java.util.List.of(dev.rowlock.mysql.TableName.of("t")),
                            change -> {})
                    .fold(opened -> "opened", refused -> refused.refusal().reason() + " " + refused.refusal());
        }
    }

    @EachServer(only = ServerKind.MYSQL_DEV)
    void saysWhichLibraryIsMissing(TestDatabase database) throws Exception {
        URL[] classPath = Arrays.stream(System.getProperty("java.class.path").split(java.io.File.pathSeparator, -1))
                .map(NoLibraryTest::url)
                .toArray(URL[]::new);
        try (WithoutTheLibrary world = new WithoutTheLibrary(classPath, NoLibraryTest.class.getClassLoader())) {
            Method open = world.loadClass(Attempt.class.getName()).getMethod("open", DataSource.class, String.class);
            assertThat(open.invoke(null, database.dataSource(), database.url()))
                    .asString()
                    .startsWith("NO_LIBRARY")
                    .endsWith("add com.zendesk:mysql-binlog-connector-java:0.30.1");
        }
    }

    private static URL url(String entry) {
        try {
            return Path.of(entry).toUri().toURL();
        } catch (java.net.MalformedURLException e) {
            throw new IllegalStateException(e);
        }
    }
}
