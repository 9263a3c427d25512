/**
 * What is wrong and where, told to a person: a location, a key path, the problem and its remedy.
 *
 * <p>Depends on the JDK alone. Read {@link io.forja.core.problem.Problems} first.
 */
@NullMarked
package io.forja.core.problem;

import org.jspecify.annotations.NullMarked;
