package io.forja.jobs.expire;

import io.forja.core.definition.TableRef;
import io.forja.core.yaml.Choice;
import io.forja.core.yaml.Doc;
import io.forja.core.yaml.Short;
import java.util.List;

/** What is old and removed. */
@Choice(Choice.By.FIRST_KEY)
@Short("snapshots")
@Doc("What is removed: old snapshots, or the old rows of a table. A bare name is a table whose snapshots are meant.")
sealed interface Expiry permits ExpireSnapshots, ExpireRows {

    List<TableRef> reads();

    List<TableRef> writes();

    String summary();
}
