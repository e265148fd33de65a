package dev.rowlock.cli.work;

import java.time.Duration;
import java.util.Optional;

/**
 * How programs are run.
 *
 * @param command for {@code /bin/sh -c}
 * @param killAfter from SIGTERM to SIGKILL
 * @param timeout longest run
 */
public record ProgramSettings(String command, Duration killAfter, Optional<Duration> timeout) {}
