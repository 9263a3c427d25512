package io.forja.scheduler.daemon;

import io.forja.scheduler.api.Forja;
import io.forja.scheduler.http.RemoteForja;
import org.junit.jupiter.api.AfterEach;

class RemoteForjaTest extends ForjaContract {

    private Daemon daemon;

    @Override
    Forja open(Setup setup) {
        daemon = new Daemon(setup);
        daemon.start();
        return new RemoteForja(daemon.url(), null);
    }

    @AfterEach
    void stop() {
        daemon.close();
    }
}
