package io.forja.jobs.csv;

import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.spark.util.SerializableConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * Opens files as the bytes that are parsed: decompressed, and UTF-8 where the charset is UTF-16. Positions count these
 * bytes. Thread-safe; travels to the executors.
 */
public final class CsvOpener implements Serializable {
    private static final long serialVersionUID = 1L;

    private final SerializableConfiguration hadoop;
    private final CsvCharset charset;
    private transient volatile @Nullable CompressionCodecFactory codecs;

    public CsvOpener(Configuration hadoop, CsvCharset charset) {
        this.hadoop = new SerializableConfiguration(hadoop);
        this.charset = charset;
    }

    /** Whether the file can only be read from its start to its end, so that its length in parsed bytes is unknown. */
    boolean isStream(CsvFile file) {
        return charset.isTranscoded() || codec(file) != null;
    }

    /**
     * The bytes of a file from one of them on; closed by the caller.
     *
     * @throws CsvException where the file is no longer the one that was listed
     */
    public InputStream open(CsvFile file, long from) throws IOException {
        Path path = new Path(file.path());
        FileSystem fs = path.getFileSystem(hadoop.value());
        FileStatus now = fs.getFileStatus(path);
        if (now.getLen() != file.length() || now.getModificationTime() != file.modified()) {
            throw new CsvException(file.name() + ": the file changed after it was listed (" + file.length()
                    + " bytes then, " + now.getLen() + " now); run again once it is complete");
        }
        FSDataInputStream raw = fs.open(path);
        try {
            if (!isStream(file)) {
                raw.seek(from);
                return raw;
            }
            InputStream decoded = decoded(file, raw);
            decoded.skipNBytes(from);
            return decoded;
        } catch (IOException | RuntimeException e) {
            raw.close();
            throw e;
        }
    }

    private InputStream decoded(CsvFile file, InputStream raw) throws IOException {
        CompressionCodec codec = codec(file);
        InputStream bytes = codec == null ? raw : codec.createInputStream(raw);
        return switch (charset) {
            case UTF_8, ISO_8859_1, WINDOWS_1252 -> bytes;
            case UTF_16 -> new Utf16Input(bytes, null);
            case UTF_16LE -> new Utf16Input(bytes, false);
            case UTF_16BE -> new Utf16Input(bytes, true);
        };
    }

    private @Nullable CompressionCodec codec(CsvFile file) {
        CompressionCodecFactory known = codecs;
        if (known == null) {
            // costly to make, and not serializable
            known = new CompressionCodecFactory(hadoop.value());
            codecs = known;
        }
        return known.getCodec(new Path(file.path()));
    }
}
