package io.forja.jobs.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.forja.jobs.csv.CsvFormat.Heading;
import io.forja.jobs.csv.CsvFormat.Quotes;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random files, read by the source with every size of split and buffer and by a slow and obvious reader: the rows,
 * their numbers, lines and raw texts are the same, whatever is wrong with the file.
 */
class CsvFuzzTest {
    private static final int WIDTH = 3;
    private static final char RECORD_SEPARATOR = 0x1e;
    /** More for a long search by hand: -Dcsv.fuzz.files=2000. */
    private static final int FILES_PER_SEED = Integer.getInteger("csv.fuzz.files", 20);
    private static final int[] SPLIT_BYTES = {1, 2, 3, 5, 8, 13, 40, 200, 100_000};
    private static final int[] BUFFER_BYTES = {1, 7, 16, 61, 1 << 18};
    private static final int[] RECORD_BYTES = {16, 16, 40, 16 << 20, 16 << 20, 16 << 20};

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void any_file_reads_the_same_in_any_splits_as_by_the_reference(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < FILES_PER_SEED; i++) {
            CsvFormat format = format(random);
            byte[] bytes = separated(random.nextBoolean() ? soup(random, format) : rows(random, format), format);
            int maxRecordBytes = RECORD_BYTES[random.nextInt(RECORD_BYTES.length)];
            CsvRead options = CsvRead.STRICT
                    .withMalformed(CsvRead.Malformed.REPORT)
                    .withMaxRecordBytes(maxRecordBytes);
            check(bytes, format, options, "seed " + seed + ", file " + i, random);
        }
    }

    private void check(byte[] bytes, CsvFormat format, CsvRead options, String which, Random random) {
        Path file = CsvReads.write(folder, "fuzz.csv", bytes);
        boolean loneCr = RowEnds.of(Arrays.copyOf(bytes, bytes.length + Bytes.PADDING),
                bytes.length >= 3 && bytes[0] == (byte) 0xEF ? 3 : 0, bytes.length, format) == RowEnds.ANY;
        ReferenceReader reference = new ReferenceReader(bytes, format, WIDTH, options.maxRecordBytes(), loneCr);
        List<ReadRow> expected;
        try {
            expected = reference.rows();
        } catch (ReferenceReader.Refused e) {
            assertThatThrownBy(() -> CsvReads.rows(List.of(file), format, options, 64))
                    .as("%s, %s", which, format).isInstanceOf(CsvException.class).hasMessageContaining(e.getMessage());
            return;
        }
        for (int splitBytes : SPLIT_BYTES) {
            int bufferBytes = BUFFER_BYTES[random.nextInt(BUFFER_BYTES.length)];
            List<ReadRow> rows =
                    CsvReads.rows(List.of(file), format, options.withTargetSplitBytes(splitBytes), bufferBytes);
            assertThat(rows.stream().map(ReadRow::withoutWording).toList())
                    .as("%s, splits of %d bytes, buffers of %d, %s: %s", which, splitBytes, bufferBytes, format,
                            new String(bytes, StandardCharsets.ISO_8859_1))
                    .isEqualTo(expected);
        }
    }

    private static CsvFormat format(Random random) {
        String delimiter = List.of(",", ";", "||", "|-|", "aa").get(random.nextInt(5));
        Quotes quotes = List.of(Quotes.DOUBLED, Quotes.DOUBLED, new Quotes('"', '\\'), new Quotes('\'', null),
                Quotes.NONE).get(random.nextInt(5));
        CsvCharset charset = List.of(CsvCharset.UTF_8, CsvCharset.UTF_8, CsvCharset.ISO_8859_1,
                CsvCharset.WINDOWS_1252).get(random.nextInt(4));
        List<String> nullValues = List.of(List.of(""), List.of("", "b", "\u00E9"), List.<String>of())
                .get(random.nextInt(3));
        Heading heading = new Heading(false, Math.max(0, random.nextInt(6) - 3), List.of("one", "two", "three"));
        Character lineSeparator = random.nextInt(6) == 0 ? RECORD_SEPARATOR : null;
        return new CsvFormat(delimiter, quotes, charset, heading, nullValues, lineSeparator);
    }

    /** With the format's own row end instead of half of the line feeds, so that the others are text. */
    private static byte[] separated(byte[] bytes, CsvFormat format) {
        for (int at = 0; at < bytes.length && format.lineSeparator() != null; at++) {
            bytes[at] = bytes[at] == '\n' && at % 2 == 0 ? (byte) RECORD_SEPARATOR : bytes[at];
        }
        return bytes;
    }

    /** Anything after anything. */
    private static byte[] soup(Random random, CsvFormat format) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int length = random.nextInt(60);
        boolean lf = random.nextInt(4) > 0;
        for (int i = 0; i < length; i++) {
            switch (random.nextInt(14)) {
                case 0, 1, 2 -> put(bytes, format.delimiter());
                case 3, 4, 5 -> put(bytes, "\"");
                case 6, 7 -> put(bytes, lf ? "\n" : "\r");
                case 8 -> put(bytes, lf ? "\r\n" : "\r");
                case 9 -> put(bytes, "\r");
                case 10 -> put(bytes, "\\");
                case 11 -> put(bytes, dirt(random));
                default -> put(bytes, List.of("a", "b", " ", "'", "|", "-").get(random.nextInt(6)));
            }
        }
        return bytes.toByteArray();
    }

    /** Rows that are mostly right. */
    private static byte[] rows(Random random, CsvFormat format) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        String rowEnd = List.of("\n", "\n", "\r\n", "\r").get(random.nextInt(4));
        if (random.nextInt(5) == 0) {
            put(bytes, "\u00EF\u00BB\u00BF");
        }
        int count = random.nextInt(25);
        for (int row = 0; row < count; row++) {
            int width = random.nextInt(20) == 0 ? random.nextInt(5) : WIDTH;
            for (int field = 0; field < width; field++) {
                put(bytes, field == 0 ? "" : format.delimiter());
                put(bytes, field(random, format, rowEnd));
            }
            put(bytes, row + 1 == count && random.nextBoolean() ? "" : rowEnd);
        }
        return bytes.toByteArray();
    }

    private static String field(Random random, CsvFormat format, String rowEnd) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(6); i > 0; i--) {
            text.append(List.of("a", "b", "c", "\u00C3\u00A9", " ").get(random.nextInt(5)));
        }
        if (random.nextInt(60) == 0) {
            text.append(dirt(random));
        }
        Character quote = format.quotes().quote();
        if (quote == null || random.nextInt(3) > 0) {
            return text.toString();
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            String escaped = (format.quotes().escape() == null ? quote : format.quotes().escape()) + "" + quote;
            text.append(List.of(rowEnd, format.delimiter(), escaped, "\n", "\r\n").get(random.nextInt(5)));
        }
        String close = random.nextInt(40) == 0 ? "" : quote.toString();
        return quote + text.toString() + close;
    }

    private static String dirt(Random random) {
        return List.of("\0", "\u00FF", "\u00E9", "\u0081", "\u00C3\u00A9", "\u00E2\u0082\u00AC").get(random.nextInt(6));
    }

    /** Each character is one byte. */
    private static void put(ByteArrayOutputStream bytes, String text) {
        bytes.writeBytes(text.getBytes(StandardCharsets.ISO_8859_1));
    }
}
