package io.forja.scheduler.doctor;

import io.forja.core.doctor.Checkup;
import io.forja.core.doctor.Finding;
import io.forja.core.problem.ForjaException;
import io.forja.scheduler.config.Http;
import io.forja.scheduler.config.StateFolder;
import io.forja.scheduler.daemon.DaemonFile;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Optional;

/** Whether a daemon is up, or its port is free for one. */
public final class PortCheckup implements Checkup {

    private static final String SETTING = "http.port";

    private final Http http;
    private final StateFolder state;

    public PortCheckup(Http http, StateFolder state) {
        this.http = http;
        this.state = state;
    }

    @Override
    public List<Finding> run() {
        try {
            Optional<DaemonFile> daemon = DaemonFile.find(state);
            if (daemon.isPresent()) {
                return List.of(Finding.ok(SETTING, "a daemon is up at " + daemon.get().url() + " (" + daemon.get().owner()
                        + ")"));
            }
        } catch (ForjaException e) {
            return List.of(Finding.failed(SETTING, e));
        }
        try (ServerSocket socket = new ServerSocket(http.port(), 1, InetAddress.getByName(http.bind()))) {
            return List.of(Finding.ok(SETTING, "no daemon is up, and "
                    + (http.port() == 0 ? "any port" : http.bind() + ":" + socket.getLocalPort()) + " is free for one"));
        } catch (IOException e) {
            return List.of(Finding.failed(SETTING, http.bind() + ":" + http.port() + " cannot be listened at ("
                    + e.getMessage() + ")", "end the process that has it, or set http.port or http.bind"));
        }
    }
}
