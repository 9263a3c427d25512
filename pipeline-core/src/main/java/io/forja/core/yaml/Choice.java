package io.forja.core.yaml;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A sealed interface of records, of which YAML names one. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Choice {

    By value();

    /** How the form is told from the others. */
    enum By {
        /** By a mapping of one key, the record's name: {@code dropNulls: valor}. */
        NAME,
        /** By the presence of the record's first component: {@code {csv: data/vendas.csv, header: true}}. */
        FIRST_KEY
    }
}
