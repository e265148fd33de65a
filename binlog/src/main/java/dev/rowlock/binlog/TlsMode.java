package dev.rowlock.binlog;

/** Whether the connection to the binary log is encrypted, in the words of both servers' clients. */
public enum TlsMode {
    DISABLED,
    /** Encrypted when the server can; its certificate is not checked. */
    PREFERRED,
    /** Encrypted or not at all; the server's certificate is not checked. */
    REQUIRED,
    /** The server's certificate is checked against the JVM's trust store. */
    VERIFY_CA,
    /** The certificate has to name the host as well. */
    VERIFY_IDENTITY
}
