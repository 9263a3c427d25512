package io.forja.jobs.source;

import io.forja.core.yaml.Default;
import io.forja.core.yaml.Doc;
import io.forja.core.yaml.Required;
import java.util.List;

@Doc("JSON files, one object a line.")
public record FromJson(
        @Doc(value = "A file, a folder or a glob, or a list of them.", example = "data/eventos/*.json") @Required
                List<String> json,
        @Doc("Whether a file is one document (an object or a list) instead of one object a line.") @Default("false")
                boolean multiLine)
        implements Source {

    @Override
    public String label() {
        return "json " + String.join(", ", json);
    }
}
