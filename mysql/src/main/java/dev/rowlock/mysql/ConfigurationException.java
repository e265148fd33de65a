package dev.rowlock.mysql;

/** A setting, a name or a table cannot work as given; nothing was changed. The message says what mends it. */
public final class ConfigurationException extends RowlockException {
    private static final long serialVersionUID = 1L;

    public ConfigurationException(String message) {
        super(ErrorCode.CONFIGURATION, message, null);
    }

    public ConfigurationException(String message, Throwable cause) {
        super(ErrorCode.CONFIGURATION, message, cause);
    }
}
