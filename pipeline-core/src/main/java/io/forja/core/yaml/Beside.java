package io.forja.core.yaml;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A choice whose name stands among the keys of the record around it: in {@code {needs: a, clean: {...}}} the key
 * {@code clean} is the name of a choice, {@code needs} a key of the record.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.METHOD})
public @interface Beside {}
