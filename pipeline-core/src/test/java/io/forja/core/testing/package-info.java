/**
 * What the tests of every module share: contracts that implementations are held to, a clock that is set, the rules of
 * the packages.
 *
 * <p>It leaves this module as its test-jar. Read {@link io.forja.core.testing.LedgerContract} first.
 */
@NullMarked
package io.forja.core.testing;

import org.jspecify.annotations.NullMarked;
