package io.forja.jobs.inspect;

import io.forja.core.problem.InvalidDefinitionException;
import io.forja.core.problem.Problem;
import io.forja.core.problem.SourceLocation;
import io.forja.jobs.csv.CsvException;
import io.forja.jobs.csv.CsvFile;
import io.forja.jobs.csv.CsvOpener;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The bytes of a file as far as they are looked at.
 *
 * @param bytes decompressed
 * @param complete false where the file goes on
 */
record Excerpt(CsvFile file, byte[] bytes, boolean complete) {

    /** What files that are no text start with. */
    private static final Map<String, List<String>> SIGNATURES = new LinkedHashMap<>();

    static {
        SIGNATURES.put("PK\u0003\u0004", List.of("a ZIP archive or an Excel workbook",
                "unpack it, or save the sheet as CSV"));
        SIGNATURES.put("\u00d0\u00cf\u0011\u00e0", List.of("an old Excel workbook", "save the sheet as CSV"));
        SIGNATURES.put("PAR1", List.of("a Parquet file", "ingest it with from: {parquet: ...}"));
        SIGNATURES.put("\u001f\u008b", List.of("compressed with gzip", "let its name end in .gz"));
        SIGNATURES.put("%PDF", List.of("a PDF document", "ask for the data as CSV"));
    }

    /**
     * @throws InvalidDefinitionException where the file is empty or no text
     * @throws CsvException where it ends too early, as a compressed one may
     */
    static Excerpt read(CsvFile file, CsvOpener opener, int bound) throws IOException {
        try (InputStream in = opener.open(file, 0)) {
            byte[] bytes = in.readNBytes(bound);
            Excerpt excerpt = new Excerpt(file, bytes, in.read() < 0);
            excerpt.requireText();
            return excerpt;
        } catch (EOFException e) {
            throw file.unreadable(e);
        }
    }

    private void requireText() {
        if (bytes.length == 0) {
            throw invalid(file.name(), "the file is empty", "check what wrote it");
        }
        String start = new String(bytes, 0, Math.min(bytes.length, 8), StandardCharsets.ISO_8859_1);
        SIGNATURES.forEach((signature, told) -> {
            if (start.startsWith(signature)) {
                throw invalid(file.name(), "the file is no CSV but " + told.get(0), told.get(1));
            }
        });
    }

    /** The first bytes, to the end of a line where there is one. */
    Excerpt start(int length) {
        if (bytes.length <= length) {
            return this;
        }
        int end = length;
        while (end > 0 && bytes[end - 1] != '\n') {
            end--;
        }
        byte[] part = new byte[end == 0 ? length : end];
        System.arraycopy(bytes, 0, part, 0, part.length);
        return new Excerpt(file, part, false);
    }

    /** An argument that nothing can be done with. */
    static InvalidDefinitionException invalid(String file, String what, String remedy) {
        return new InvalidDefinitionException(List.of(new Problem(SourceLocation.of(file), "", what, remedy)));
    }
}
