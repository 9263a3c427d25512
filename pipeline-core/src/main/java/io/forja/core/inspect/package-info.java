/**
 * What a look at a file finds, and the pipeline that it proposes.
 *
 * <p>Depends on nothing of Forja but {@code problem}. Read {@link io.forja.core.inspect.Inspector} first.
 */
@NullMarked
package io.forja.core.inspect;

import org.jspecify.annotations.NullMarked;
