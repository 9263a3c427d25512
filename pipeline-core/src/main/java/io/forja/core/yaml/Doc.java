package io.forja.core.yaml;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What a key or a form means, in one or two sentences; it appears in the reference and in the editor. */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.RECORD_COMPONENT, ElementType.METHOD})
public @interface Doc {
    String value();

    /** How the value is written, as a line of YAML without its key. */
    String example() default "";
}
