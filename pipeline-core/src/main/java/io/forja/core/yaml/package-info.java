/**
 * YAML bound to records: every value knows its file, line, column and key path, and every problem of a text is found
 * in one reading.
 *
 * <p>A record is the definition: its components are the keys, its annotations say defaults, short forms and meaning.
 * {@link io.forja.core.yaml.Shape} is that definition as data; {@link io.forja.core.yaml.Binder} reads YAML by it, and
 * the JSON Schema and the reference documentation are written from it, so the three cannot drift apart.
 *
 * <p>Depends on {@code problem} and on snakeyaml-engine. Read {@link io.forja.core.yaml.Binder} first.
 */
@NullMarked
package io.forja.core.yaml;

import org.jspecify.annotations.NullMarked;
