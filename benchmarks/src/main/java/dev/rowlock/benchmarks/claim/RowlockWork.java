package dev.rowlock.benchmarks.claim;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.List;

/** {@code rowlock table work --noop --until-empty} in a process of its own, timed from its start to its end. */
final class RowlockWork {
    private final String url;
    private final int rows;
    private final int batch;

    RowlockWork(String url, int rows, int batch) {
        this.url = url;
        this.rows = rows;
        this.batch = batch;
    }

    /** Works the table until it is empty; rows a second, the start of the JVM and the look for more rows at the end included. */
    double run() throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.rowlock.cli.Main",
                        "table",
                        "work",
                        "job_queue",
                        "--noop",
                        "--until-empty",
                        "--batch",
                        Integer.toString(batch)))
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.INHERIT);
        builder.environment().put("ROWLOCK_URL", url);
        long start = System.nanoTime();
        int exit = builder.start().waitFor();
        if (exit != 0) {
            throw new IllegalStateException("rowlock table work ended with exit code " + exit);
        }
        return rows / ((System.nanoTime() - start) / 1e9);
    }
}
