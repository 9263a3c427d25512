package io.forja.core.yaml;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The short form of a record or of a choice: a scalar or a list in place of a mapping is the value of this key.
 * {@code dropNulls: valor} is {@code dropNulls: {columns: valor}}.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Short {
    String value();
}
