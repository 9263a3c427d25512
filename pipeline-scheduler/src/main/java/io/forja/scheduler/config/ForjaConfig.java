package io.forja.scheduler.config;

import io.forja.core.lake.Connection;
import io.forja.core.yaml.Default;
import io.forja.core.yaml.Doc;
import java.util.Map;

/**
 * All settings of a Forja, each with a default that works on a laptop without any file. Relative paths are meant from
 * the folder of the file, or from the working directory where there is none. Immutable.
 */
@Doc("Where and how Forja runs. Flags beat environment variables (FORJA_HTTP_PORT), which beat this file, which beats"
        + " the defaults. Relative paths are meant from this file's folder.")
public record ForjaConfig(
        @Doc("Where tables and snapshots are.") @Default("{}") Lakehouse lakehouse,
        @Doc("The stores that those addresses lead to.") @Default("{}") Storage storage,
        @Doc("The engine.") @Default("{}") Spark spark,
        @Doc(value = "The databases that jobs read from, by the names that pipelines use.",
                        example = "{biblioteca: {url: jdbc:sqlserver://db:1433, user: forja, password: \"${env.DB}\"}}")
                Map<String, Connection> connections,
        @Doc("The memory of runs and of table names.") @Default("{}") State state,
        @Doc("The daemon's address for people, Prometheus and the command line.") @Default("{}") Http http,
        @Doc("The folder of the pipelines' YAML files.") @Default("./pipelines") String pipelines,
        @Doc(value = "Who is told of runs, by the names that pipelines use.",
                        example = "{ops: \"https://hooks.example.com/forja\"}")
                Map<String, NotifyTarget> notify_,
        @Doc("How much runs at once.") @Default("{}") Limits limits,
        @Doc("How the daemon ends.") @Default("{}") DaemonSettings daemon) {}
