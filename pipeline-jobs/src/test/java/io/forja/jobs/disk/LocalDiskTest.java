package io.forja.jobs.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.util.EnumSet;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FsConstants;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What Hadoop's own file system does is done the same, without its processes. */
class LocalDiskTest {

    @TempDir
    private java.nio.file.Path folder;

    private static Stream<FileSystem> both() {
        return Stream.of(new LocalFileSystem(), new LocalDisk());
    }

    private Path at(String name) {
        return new Path(folder.resolve(name).toString());
    }

    private FileSystem opened(FileSystem fs) throws IOException {
        fs.initialize(FsConstants.LOCAL_FS_URI, new Configuration());
        return fs;
    }

    @ParameterizedTest
    @MethodSource("both")
    void permissions_are_those_that_were_asked_for(FileSystem any) throws IOException {
        FileSystem fs = opened(any);
        fs.mkdirs(at("folder"), new FsPermission((short) 0751));
        FileSystem.create(fs, at("file"), new FsPermission((short) 0640)).close();
        fs.setPermission(at("folder"), new FsPermission((short) 01777));
        assertThat(fs.getFileStatus(at("folder")).getPermission()).isEqualTo(new FsPermission((short) 01777));
        assertThat(fs.getFileStatus(at("file")).getPermission()).isEqualTo(new FsPermission((short) 0640));
        fs.setPermission(at("file"), new FsPermission((short) 0604));
        assertThat(fs.getFileStatus(at("file")).getPermission()).isEqualTo(new FsPermission((short) 0604));
        assertThatThrownBy(() -> fs.setPermission(at("nothing"), new FsPermission((short) 0604)))
                .isInstanceOf(IOException.class);
    }

    @ParameterizedTest
    @MethodSource("both")
    void links_are_told_from_files(FileSystem any) throws IOException {
        FileSystem fs = opened(any);
        fs.create(at("a file")).close();
        Files.createSymbolicLink(folder.resolve("link"), folder.resolve("a file"));
        Files.createSymbolicLink(folder.resolve("into nowhere"), folder.resolve("nothing"));
        FileStatus link = fs.getFileLinkStatus(at("link"));
        assertThat(link.isSymlink()).isTrue();
        assertThat(link.getSymlink().getName()).isEqualTo("a file");
        assertThat(fs.getFileLinkStatus(at("into nowhere")).isSymlink()).isTrue();
        FileStatus file = fs.getFileLinkStatus(at("a file"));
        assertThat(file.isSymlink()).isFalse();
        assertThat(file.isFile()).isTrue();
        assertThat(fs.getFileLinkStatus(at("")).isDirectory()).isTrue();
        assertThatThrownBy(() -> fs.getFileLinkStatus(at("nothing"))).isInstanceOf(FileNotFoundException.class);
    }

    @Test
    void a_file_that_is_made_and_renamed_costs_no_process() throws Exception {
        Configuration conf = new Configuration();
        LocalDisk.SETTINGS.forEach(conf::set);
        FileSystem fs = opened(new LocalDisk());
        FileContext context = FileContext.getFileContext(FsConstants.LOCAL_FS_URI, conf);
        java.nio.file.Path recorded = folder.resolve("recorded.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("jdk.ProcessStart");
            recording.start();
            fs.mkdirs(at("a/b"));
            fs.create(at("a/b/file")).close();
            context.create(at("a/b/new"), EnumSet.of(CreateFlag.CREATE)).close();
            context.rename(at("a/b/new"), at("a/b/file"), Options.Rename.OVERWRITE);
            recording.stop();
            recording.dump(recorded);
        }
        assertThat(Files.exists(folder.resolve("a/b/file"))).isTrue();
        assertThat(RecordingFile.readAllEvents(recorded)).isEmpty();
    }
}
