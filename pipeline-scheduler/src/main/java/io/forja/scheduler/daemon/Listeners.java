package io.forja.scheduler.daemon;

import io.forja.core.run.JobRecord;
import io.forja.core.run.RunListener;
import io.forja.core.run.RunRecord;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Several listeners as one; what one of them does wrong is no harm to the others, nor to the run. */
record Listeners(List<RunListener> all) implements RunListener {

    private static final Logger LOG = LoggerFactory.getLogger(Listeners.class);

    @Override
    public void queued(RunRecord run) {
        tell(listener -> listener.queued(run));
    }

    @Override
    public void started(RunRecord run) {
        tell(listener -> listener.started(run));
    }

    @Override
    public void changed(RunRecord run, JobRecord job) {
        tell(listener -> listener.changed(run, job));
    }

    @Override
    public void timedOut(RunRecord run, JobRecord job) {
        tell(listener -> listener.timedOut(run, job));
    }

    @Override
    public void finished(RunRecord run) {
        tell(listener -> listener.finished(run));
    }

    private void tell(Consumer<RunListener> event) {
        for (RunListener listener : all) {
            try {
                event.accept(listener);
            } catch (RuntimeException e) {
                LOG.warn("{} could not hear of a run", listener.getClass().getSimpleName(), e);
            }
        }
    }
}
