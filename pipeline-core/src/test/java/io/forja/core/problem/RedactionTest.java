package io.forja.core.problem;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class RedactionTest {

    private static final String SECRET = "s3nha+mu!to/çecreta";

    private final Redaction redaction = new Redaction();

    @Test
    void a_secret_is_hidden_wherever_it_stands() {
        redaction.hide(SECRET);
        assertThat(redaction.apply("password=" + SECRET + ";user=sa; again " + SECRET))
                .isEqualTo("password=***;user=sa; again ***");
    }

    @Test
    void it_is_hidden_in_Base64() {
        redaction.hide(SECRET);
        byte[] bytes = SECRET.getBytes(StandardCharsets.UTF_8);
        assertThat(redaction.apply(Base64.getEncoder().encodeToString(bytes))).isEqualTo("***");
        assertThat(redaction.apply(Base64.getEncoder().withoutPadding().encodeToString(bytes))).isEqualTo("***");
        assertThat(redaction.apply(Base64.getUrlEncoder().encodeToString(bytes))).isEqualTo("***");
    }

    @Test
    void it_is_hidden_in_an_authorization_header_which_is_Base64_of_user_and_password() {
        redaction.hide("hunter22");
        for (String user : new String[] {"a", "sa", "ops", "admin"}) {
            String header = Base64.getEncoder().encodeToString((user + ":hunter22").getBytes(StandardCharsets.UTF_8));
            String shown = redaction.apply("Authorization: Basic " + header);
            assertThat(shown).contains("***");
            assertThat(shown.length()).as(shown).isLessThan("Authorization: Basic ".length() + header.length() - 4);
        }
    }

    @Test
    void it_is_hidden_when_URL_encoded_in_either_case_and_with_either_space() {
        redaction.hide("minha senha/ção");
        assertThat(redaction.apply("p=minha+senha%2F%C3%A7%C3%A3o&x")).isEqualTo("p=***&x");
        assertThat(redaction.apply("p=minha%20senha%2F%C3%A7%C3%A3o&x")).isEqualTo("p=***&x");
        assertThat(redaction.apply("p=minha+senha%2f%c3%a7%c3%a3o&x")).isEqualTo("p=***&x");
    }

    @Test
    void it_is_hidden_without_the_newline_that_its_file_ended_with() {
        redaction.hide("hunter22\n");
        assertThat(redaction.apply("with hunter22 inside")).isEqualTo("with *** inside");
    }

    @Test
    void of_two_secrets_the_longer_one_is_hidden_whole() {
        redaction.hide("hunter22");
        redaction.hide("hunter22-prod");
        assertThat(redaction.apply("hunter22-prod, hunter22")).isEqualTo("***, ***");
    }

    @Test
    void a_value_too_short_to_be_a_secret_leaves_texts_readable() {
        redaction.hide("abc");
        redaction.hide("");
        assertThat(redaction.apply("abc of it")).isEqualTo("abc of it");
    }

    @Property(tries = 300)
    void no_form_of_a_secret_survives(@ForAll @StringLength(min = 4, max = 40) String secret) {
        Redaction any = new Redaction();
        any.hide(secret);
        byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
        assertThat(any.apply("<" + secret + ">")).isEqualTo("<***>");
        assertThat(any.apply("<" + Base64.getEncoder().encodeToString(bytes) + ">")).isEqualTo("<***>");
        assertThat(any.apply("<" + URLEncoder.encode(secret, StandardCharsets.UTF_8) + ">")).isEqualTo("<***>");
    }
}
