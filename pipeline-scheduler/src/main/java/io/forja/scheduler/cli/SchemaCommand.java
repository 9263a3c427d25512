package io.forja.scheduler.cli;

import io.forja.core.definition.PipelineDefinition;
import io.forja.core.reference.ReferenceWriter;
import io.forja.core.reference.SchemaWriter;
import io.forja.core.yaml.Shapes;
import io.forja.scheduler.config.ConfigReader;
import io.forja.scheduler.config.ForjaConfig;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "schema", header = "Print the JSON Schema of the YAML, for editors.",
        description = {"", "An editor with yaml-language-server completes and checks by it. It is written from the same"
                + " definitions by which Forja reads the files.", ""},
        footer = {"", "Examples:", "  forja schema > docs/pipeline.schema.json",
                "  forja schema --markdown > docs/pipelines.md", "  forja schema settings > forja.schema.json"})
final class SchemaCommand implements Callable<Integer> {

    /** What is described. */
    enum Subject {
        PIPELINE,
        SETTINGS;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static final String PIPELINES = """
            A pipeline is one YAML file in the pipelines' folder. An unknown key is an error with a "did you mean"; all
            problems of all files are reported at once, with file, line, column and what to write instead:

            ```sh
            forja validate
            ```

            Durations read `500ms`, `30s`, `5m`, `12h`, `7d`. Wherever one of something is wanted, `key: id` is the same
            as `key: [id]`. In any value `${env.X}` is an environment variable, `${file.X}` the text of a secret's file,
            `${run.date}`, `${run.time}` and `${run.id}` belong to the run, `${params.x}` to the pipeline's parameters, and
            `$${` is the text `${` itself. Paths are relative to the project's folder, where forja.yaml is.

            An editor completes the keys with this first line: `# yaml-language-server: $schema=../docs/pipeline.schema.json`.

            This page is written by `forja schema --markdown` from the definitions that the files are read by.
            """;
    private static final String SETTINGS = """
            The settings are in `forja.yaml` in the working directory, or in the file that `--config` names. Every key has a
            default that works on a laptop without any file.

            This page is written by `forja schema settings --markdown` from the definitions that the file is read by.
            """;

    @Parameters(arity = "0..1", paramLabel = "OF", description = "What is described: ${COMPLETION-CANDIDATES}.")
    private Subject subject = Subject.PIPELINE;

    @Option(names = "--markdown", description = "Print the reference for people instead.")
    private boolean markdown;

    private final Session session;

    SchemaCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        boolean pipeline = subject == Subject.PIPELINE;
        Shapes shapes = pipeline ? session.workspace().loader().shapes() : ConfigReader.shapes();
        Class<? extends Record> root = pipeline ? PipelineDefinition.class : ForjaConfig.class;
        if (markdown) {
            String reference = new ReferenceWriter(shapes).markdown(root, pipeline ? "Pipelines" : "Settings");
            // What holds for the whole file stands under the title.
            int title = reference.indexOf('\n') + 1;
            session.print(reference.substring(0, title) + "\n" + (pipeline ? PIPELINES : SETTINGS).stripTrailing() + "\n"
                    + reference.substring(title).stripTrailing());
        } else {
            session.printJson(new SchemaWriter(shapes).schema(root));
        }
        return ExitCode.OK;
    }
}
