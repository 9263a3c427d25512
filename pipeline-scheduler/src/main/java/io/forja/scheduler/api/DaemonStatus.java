package io.forja.scheduler.api;

import io.forja.core.problem.Problem;
import java.util.List;

/** What a daemon tells of itself. Thread-safe. */
public interface DaemonStatus {

    /**
     * The pipelines as they are loaded now, in the order of their names.
     *
     * @param fires how many coming times of each to tell
     */
    List<PipelineStatus> pipelines(int fires);

    /** What is wrong in the pipelines' files as they are now; a pipeline with a problem goes on in its last form. */
    List<Problem> definitionProblems();

    Health health();
}
