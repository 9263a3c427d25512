/**
 * What may be written in YAML, told to editors as a JSON Schema and to people as Markdown; both from the shapes by
 * which it is read, so that neither can say anything else.
 *
 * <p>Depends on {@code yaml} and {@code problem}. Read {@link io.forja.core.reference.SchemaWriter} first.
 */
@NullMarked
package io.forja.core.reference;

import org.jspecify.annotations.NullMarked;
