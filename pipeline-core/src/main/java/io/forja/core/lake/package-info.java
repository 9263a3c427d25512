/**
 * The tables as a person asks for them: SQL, names, histories and snapshots, free of any engine.
 *
 * <p>Depends on {@code definition}, {@code yaml} and {@code problem}. Read {@link io.forja.core.lake.Lake} first;
 * {@link io.forja.core.lake.CatalogueStore} is what it remembers names by.
 */
@NullMarked
package io.forja.core.lake;

import org.jspecify.annotations.NullMarked;
