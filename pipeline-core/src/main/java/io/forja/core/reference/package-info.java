/**
 * The definitions told to editors and to people: a JSON Schema and a reference in Markdown, both written from the
 * shapes by which YAML is read.
 *
 * <p>Depends on {@code yaml} alone. Read {@link io.forja.core.reference.SchemaWriter} first.
 */
@NullMarked
package io.forja.core.reference;

import org.jspecify.annotations.NullMarked;
