package io.forja.jobs.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.forja.core.doctor.Finding;
import io.forja.core.doctor.Finding.Health;
import io.forja.core.lake.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class ConnectionCheckupTest {

    private static final String URL = "jdbc:h2:mem:checked;DB_CLOSE_DELAY=-1";

    private static Finding check(String url, String password) {
        return new ConnectionCheckup("biblioteca", new Connection(url, "sa", password)).run().get(0);
    }

    @Test
    void a_database_that_lets_us_in_says_what_it_is() {
        Finding found = check(URL, "right");
        assertThat(found.health()).isEqualTo(Health.OK);
        assertThat(found.what()).startsWith("H2 2.").endsWith("lets us in");
    }

    @Test
    void a_wrong_password_and_a_database_that_is_not_there() {
        check(URL, "right");
        assertThat(check(URL, "wrong").remedy()).contains("check user and password under connections.biblioteca");
        Finding gone = check("jdbc:postgresql://127.0.0.1:1/db", "right");
        assertThat(gone.health()).isEqualTo(Health.FAILED);
        assertThat(gone.remedy()).contains("check the url under connections.biblioteca");
    }

    @Test
    void an_address_that_no_driver_knows() {
        assertThat(check("jdbc:oracle:thin:@db", "right").health()).isEqualTo(Health.FAILED);
    }

    @Test
    void a_certificate_that_nobody_signed_names_the_settings_of_the_driver() {
        SQLException refused = new SQLException("The driver could not establish a secure connection to SQL Server by using"
                + " Secure Sockets Layer (SSL) encryption. Error: \"PKIX path building failed\"", "08S01");
        assertThat(JdbcReader.refused("biblioteca", refused).remedy())
                .contains("trustServerCertificate=true", "encrypt=false", "connections.biblioteca");
    }
}
