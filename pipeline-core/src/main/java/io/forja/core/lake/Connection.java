package io.forja.core.lake;

import io.forja.core.yaml.Doc;
import org.jspecify.annotations.Nullable;

/** A database and how it is reached: one that jobs read from, or that of the state. */
@Doc("A database that jobs read from, by its JDBC address.")
public record Connection(
        @Doc(value = "The JDBC address.", example = "jdbc:sqlserver://db:1433;databaseName=BibliotecaDb") String url,
        @Doc("The user.") @Nullable String user,
        @Doc(value = "The password; `${env.X}` or `${file.X}` keeps it out of the file.", example = "${env.DB_PASSWORD}")
                @Nullable String password) {

    /** Without the password, since a record's text ends in logs. */
    @Override
    public String toString() {
        return "Connection[" + url + "]";
    }
}
