import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.record.*;
import org.apache.kafka.common.record.internal.*;

/**
 * Writes batches by Kafka's own classes, and reads those of kafka-codec by them.
 *
 * <p>A line has the name of a case, the bytes in hex and what is in them as text, parted by tabs.
 * Before 4.2 the classes are in another package: the script leaves out the last import then.
 */
public class Oracle {
    private static final long TIME = 1_700_000_000_000L;
    private static final PrintStream OUT = new PrintStream(System.out, false, StandardCharsets.UTF_8);

    public static void main(String[] args) throws IOException {
        if (args[0].equals("write")) {
            write();
        } else {
            read();
        }
        OUT.flush();
    }

    /** Reads lines, and compares what it finds with what they say. */
    private static void read() throws IOException {
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        int passed = 0;
        int failed = 0;
        for (String line; (line = in.readLine()) != null; ) {
            String[] parts = line.split("\t", -1);
            String found;
            try {
                found = text(ByteBuffer.wrap(HexFormat.of().parseHex(parts[1])));
            } catch (Exception | Error fault) {
                found = fault.toString();
            }
            if (found.equals(parts[2])) {
                passed++;
            } else {
                failed++;
                OUT.println("FAILED: " + parts[0] + ": " + difference(found, parts[2]));
            }
        }
        OUT.println(passed + " passed, " + failed + " failed");
    }

    private static String difference(String java, String ours) {
        String[] a = java.split(";");
        String[] b = ours.split(";");
        int at = Arrays.mismatch(a, b);
        return "entry " + at + ": Java " + (at < a.length ? a[at] : "ends") + ", we "
            + (at < b.length ? b[at] : "end");
    }

    /** What is in the bytes: batches and records, each behind the other. */
    private static String text(ByteBuffer bytes) {
        var text = new StringBuilder();
        for (MutableRecordBatch batch : MemoryRecords.readableRecords(bytes).batches()) {
            batch.ensureValid();
            String time = batch.timestampType() == TimestampType.LOG_APPEND_TIME ? "append" : "create";
            text.append("magic ").append(batch.magic())
                .append(' ').append(batch.compressionType().name).append(' ').append(time)
                .append(" last ").append(batch.lastOffset())
                .append(" producer ").append(batch.producerId())
                .append(' ').append(batch.producerEpoch()).append(' ').append(batch.baseSequence())
                .append(" leader ").append(batch.partitionLeaderEpoch())
                .append(batch.isTransactional() ? " txn" : "")
                .append(batch.isControlBatch() ? " control" : "").append(';');
            for (var record : batch) {
                record.ensureValid();
                text.append(record.offset()).append(' ').append(record.timestamp());
                text.append(' ').append(bytes(record.key())).append(' ').append(bytes(record.value()));
                for (Header header : record.headers()) {
                    byte[] value = header.value();
                    byte[] key = header.key().getBytes(StandardCharsets.UTF_8);
                    text.append(' ').append(bytes(ByteBuffer.wrap(key))).append('=');
                    text.append(bytes(value == null ? null : ByteBuffer.wrap(value)));
                }
                text.append(';');
            }
        }
        return text.toString();
    }

    /** Their number, the first of them, and a hash of all. */
    private static String bytes(ByteBuffer buffer) {
        if (buffer == null) {
            return "null";
        }
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        String first = HexFormat.of().formatHex(bytes, 0, Math.min(16, bytes.length));
        return bytes.length + ":" + first + ":" + Arrays.hashCode(bytes);
    }

    private static void line(String name, ByteBuffer built) {
        byte[] bytes = new byte[built.remaining()];
        built.duplicate().get(bytes);
        OUT.println(name + "\t" + HexFormat.of().formatHex(bytes) + "\t" + text(ByteBuffer.wrap(bytes)));
    }

    /** A batch that is being built: every magic, codec and kind of timestamp. */
    private interface Fill {
        void into(MemoryRecordsBuilder builder);
    }

    private static void write() {
        var random = new Random(1);
        for (byte magic = 0; magic <= 2; magic++) {
            for (CompressionType codec : CompressionType.values()) {
                if (magic < 2 && codec == CompressionType.ZSTD) {
                    continue;
                }
                byte of = magic;
                for (int time = 0; time < (magic == 0 ? 1 : 2); time++) {
                    String name = "java magic " + magic + " " + codec.name + (time == 0 ? "" : " append");
                    line(name + " odd", build(magic, codec, time == 1, false, b -> odd(b, of)));
                    line(name + " many", build(magic, codec, time == 1, false, b -> many(b, of)));
                    for (int i = 0; i < 20; i++) {
                        boolean txn = magic == 2 && random.nextBoolean();
                        line(name + " random " + i,
                            build(magic, codec, time == 1, txn, b -> random(b, of, random)));
                    }
                }
            }
        }
        for (ControlRecordType type : new ControlRecordType[] {ControlRecordType.ABORT, ControlRecordType.COMMIT}) {
            var marker = new EndTransactionMarker(type, 7);
            line("java " + type,
                MemoryRecords.withEndTransactionMarker(99, TIME, 3, 9, (short) 1, marker).buffer());
        }
    }

    private static ByteBuffer build(byte magic, CompressionType codec, boolean append, boolean txn, Fill fill) {
        TimestampType time = magic == 0 ? TimestampType.NO_TIMESTAMP_TYPE
            : append ? TimestampType.LOG_APPEND_TIME : TimestampType.CREATE_TIME;
        var builder = new MemoryRecordsBuilder(ByteBuffer.allocate(1 << 21), magic,
            Compression.of(codec).build(), time, 1000, TIME + 123, txn ? 9 : -1,
            (short) (txn ? 1 : -1), txn ? 7 : -1, txn, false, 3, 1 << 21);
        fill.into(builder);
        return builder.build().buffer();
    }

    /** The keys, values, headers and timestamps at which something may break. */
    private static void odd(MemoryRecordsBuilder builder, byte magic) {
        byte[] text = "abc def ghi ".repeat(25_000).getBytes(StandardCharsets.US_ASCII);
        byte[] noise = new byte[100_000];
        new Random(2).nextBytes(noise);
        Header[] headers = magic < 2 ? new Header[0] : new Header[] {
            new RecordHeader("a", new byte[] {1}), new RecordHeader("a", null),
            new RecordHeader("", new byte[0]), new RecordHeader("é", new byte[200])};
        append(builder, magic, TIME, new byte[1], new byte[1], headers);
        append(builder, magic, TIME - 77, null, null, headers);
        append(builder, magic, TIME + 99_999_999, new byte[0], new byte[0], new Header[0]);
        append(builder, magic, 0, text, null, headers);
        append(builder, magic, TIME + (1L << 40), noise, text, new Header[0]);
        for (int size : new int[] {56, 57, 63, 64, 127, 128, 8191, 8192}) {
            append(builder, magic, TIME + size, null, new byte[size], new Header[0]);
        }
    }

    private static void many(MemoryRecordsBuilder builder, byte magic) {
        for (int i = 0; i < 10_000; i++) {
            byte[] key = Integer.toString(i).getBytes(StandardCharsets.US_ASCII);
            append(builder, magic, TIME + i, key, key, new Header[0]);
        }
    }

    private static void random(MemoryRecordsBuilder builder, byte magic, Random random) {
        int count = 1 + random.nextInt(50);
        for (int i = 0; i < count; i++) {
            var headers = new Header[magic < 2 || random.nextBoolean() ? 0 : random.nextInt(4)];
            for (int h = 0; h < headers.length; h++) {
                headers[h] = new RecordHeader("h" + random.nextInt(3), bytes(random));
            }
            long time = TIME + (random.nextInt() >> random.nextInt(32));
            append(builder, magic, time, bytes(random), bytes(random), headers);
        }
    }

    /** Null, or bytes of a random number. */
    private static byte[] bytes(Random random) {
        if (random.nextInt(5) == 0) {
            return null;
        }
        byte[] bytes = new byte[random.nextInt(1 << random.nextInt(11))];
        if (random.nextBoolean()) {
            random.nextBytes(bytes);
        }
        return bytes;
    }

    private static void append(
        MemoryRecordsBuilder builder, byte magic, long time, byte[] key, byte[] value, Header[] headers) {
        builder.append(magic == 0 ? -1 : time, key, value, headers);
    }
}
