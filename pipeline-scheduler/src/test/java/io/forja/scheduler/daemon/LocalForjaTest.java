package io.forja.scheduler.daemon;

import io.forja.core.run.RunListener;
import io.forja.scheduler.api.Forja;

class LocalForjaTest extends ForjaContract {

    @Override
    Forja open(Setup setup) {
        return LocalForja.open(setup, new RunListener() {});
    }
}
