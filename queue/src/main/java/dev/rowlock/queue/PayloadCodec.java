package dev.rowlock.queue;

import java.nio.charset.StandardCharsets;

/**
 * Turns payloads of one type into bytes and back. The application brings it (a JSON mapper bound to one class, protobuf, ...): Rowlock never
 * chooses a class by what stands in the data. Has to be thread-safe.
 *
 * @param <T> payload
 */
public interface PayloadCodec<T> {
    byte[] encode(T payload) throws Exception;

    T decode(byte[] bytes) throws Exception;

    /** Bytes as they are. */
    static PayloadCodec<byte[]> bytes() {
        return new PayloadCodec<>() {
            @Override
            public byte[] encode(byte[] payload) {
                return payload.clone();
            }

            @Override
            public byte[] decode(byte[] bytes) {
                return bytes;
            }
        };
    }

    /** Text as UTF-8, for example JSON that the application reads itself. */
    static PayloadCodec<String> text() {
        return new PayloadCodec<>() {
            @Override
            public byte[] encode(String payload) {
                return payload.getBytes(StandardCharsets.UTF_8);
            }

            @Override
            public String decode(byte[] bytes) {
                return new String(bytes, StandardCharsets.UTF_8);
            }
        };
    }
}
