package io.forja.jobs.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.forja.core.lake.S3Settings;
import io.forja.core.testing.S3Server;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConditionalLogStoreTest {

    private static final S3Server SERVER = S3Server.shared();

    private static Configuration hadoop(S3Settings settings) {
        Configuration hadoop = new Configuration(false);
        hadoop.addResource("core-default.xml");
        S3Conf.of(settings).forEach(hadoop::set);
        hadoop.setBoolean("fs.s3a.impl.disable.cache", true);
        return hadoop;
    }

    private static void write(Configuration hadoop, Path file, String line) throws IOException {
        new ConditionalLogStore(hadoop).write(file, List.of(line).iterator(), false, hadoop);
    }

    private static String read(Configuration hadoop, Path file) throws IOException {
        try (var in = file.getFileSystem(hadoop).open(file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void of_two_that_write_one_version_one_succeeds_and_the_other_is_told() throws Exception {
        SERVER.bucket("commits");
        ExecutorService writers = Executors.newFixedThreadPool(4);
        List<Future<Boolean>> writes = new ArrayList<>();
        for (int version = 0; version < 10; version++) {
            Path file = new Path("s3a://commits/t/_delta_log/%020d.json".formatted(version));
            for (int writer = 0; writer < 4; writer++) {
                String line = "{\"writer\":" + writer + "}";
                writes.add(writers.submit(() -> {
                    try {
                        write(hadoop(SERVER.settings()), file, line);
                        return true;
                    } catch (FileAlreadyExistsException e) {
                        return false;
                    }
                }));
            }
        }
        int taken = 0;
        for (Future<Boolean> write : writes) {
            taken += write.get() ? 1 : 0;
        }
        writers.shutdown();

        assertThat(taken).isEqualTo(10);
        assertThat(SERVER.objects("commits")).hasSize(10).allMatch(name -> name.endsWith(".json"));
    }

    @Test
    void a_commit_whose_answer_got_lost_is_found_again_and_no_conflict() throws Exception {
        SERVER.bucket("lost");
        Configuration hadoop = hadoop(SERVER.settings());
        Path file = new Path("s3a://lost/t/_delta_log/00000000000000000000.json");
        write(hadoop, file, "{\"commitInfo\":{\"txnId\":\"a\"}}");

        write(hadoop, file, "{\"commitInfo\":{\"txnId\":\"a\"}}");

        assertThatThrownBy(() -> write(hadoop, file, "{\"commitInfo\":{\"txnId\":\"b\"}}"))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThat(read(hadoop, file)).isEqualTo("{\"commitInfo\":{\"txnId\":\"a\"}}\n");
    }

    @Test
    void a_store_that_ignores_the_condition_is_found_out_and_served_by_one_process(
            @TempDir java.nio.file.Path folder) throws Exception {
        try (S3Server server = S3Server.withoutKeys(folder).bucket("forgetful");
                ForgetfulStore old = new ForgetfulStore(server.endpoint())) {
            Configuration hadoop = hadoop(new S3Settings(old.endpoint(), null, null, "a", "secret", null, null, Map.of()));
            Path file = new Path("s3a://forgetful/t/_delta_log/00000000000000000000.json");

            write(hadoop, file, "first");

            assertThatThrownBy(() -> write(hadoop, file, "second")).isInstanceOf(FileAlreadyExistsException.class);
            assertThat(read(hadoop, file)).isEqualTo("first\n");
            assertThat(server.objects("forgetful")).containsExactly("t/_delta_log/00000000000000000000.json");
        }
    }
}
