package io.forja.core.definition;

import io.forja.core.yaml.Default;
import io.forja.core.yaml.Doc;
import java.time.ZoneId;

/** When a pipeline runs by itself. */
@Doc("When the daemon runs the pipeline by itself. Without a schedule it runs on request only.")
public record Schedule(
        @Doc(value = "Five fields as in crontab (`0 2 * * *`), or six or seven as in Quartz (`*/5 * * * * ?`).",
                        example = "\"0 2 * * *\"")
                String cron,
        @Doc(value = "The zone of the cron's wall clock.", example = "America/Sao_Paulo") ZoneId timezone,
        @Doc("What happens to the times that passed while the daemon was down: `none`, the `last` or `all` of them run.")
                @Default("last") CatchUp catchUp,
        @Doc("What happens when a run is due and the last one is still going: `skip` the new one, `queue` it, or"
                        + " `cancel` the old one.")
                @Default("skip") Overlap overlap) {

    /** What happens to fire times missed while no daemon ran. */
    public enum CatchUp {
        NONE,
        LAST,
        ALL
    }

    /** What happens when a run is due while the last one is still going. */
    public enum Overlap {
        SKIP,
        QUEUE,
        CANCEL
    }
}
