package io.forja.jobs.disk;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumFs;
import org.apache.hadoop.fs.DelegateToFileSystem;
import org.apache.hadoop.fs.FsConstants;
import org.apache.hadoop.fs.FsServerDefaults;
import org.apache.hadoop.fs.local.LocalConfigKeys;

/**
 * The same for Hadoop's FileContext, by which Delta writes its log. Made by Hadoop, by the name in its settings.
 */
public final class LocalDiskContext extends ChecksumFs {

    LocalDiskContext(URI ignored, Configuration conf) throws IOException, URISyntaxException {
        super(new Plain(conf));
    }

    private static final class Plain extends DelegateToFileSystem {

        Plain(Configuration conf) throws IOException, URISyntaxException {
            super(FsConstants.LOCAL_FS_URI, new PlainDisk(), conf, FsConstants.LOCAL_FS_URI.getScheme(), false);
        }

        @Override
        public int getUriDefaultPort() {
            return -1;
        }

        @Override
        public FsServerDefaults getServerDefaults() throws IOException {
            return LocalConfigKeys.getServerDefaults();
        }

        /** Every name that the disk takes. */
        @Override
        public boolean isValidName(String path) {
            return true;
        }
    }
}
