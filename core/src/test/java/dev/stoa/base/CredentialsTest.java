package dev.stoa.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("quick")
class CredentialsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            jdbc:postgresql://u:PW@host/db | jdbc:postgresql://u:***@host/db
            jdbc:postgresql://u:P@/W@host:1/db?a=b | jdbc:postgresql://u:***@host:1/db?a=b
            https://TOKEN@host/x | https://***@host/x
            see https://u:PW@h/x and http://h/?a=1&api_key=K1&b=2 now | see https://u:***@h/x and http://h/?a=1&api_key=***&b=2 now
            jdbc:postgresql://h/d?user=u&password=PW&sslpassword=P2 | jdbc:postgresql://h/d?user=u&password=***&sslpassword=***
            {"url":"http://u:PW@h/","mail":"me@x.org"} | {"url":"http://u:***@h/","mail":"me@x.org"}
            http://h:8080/v1 | http://h:8080/v1
            file:///a@b.txt | file:///a@b.txt
            write to me@x.org // or: not | write to me@x.org // or: not
            a=b@c | a=b@c
            """)
    void credentialsAreCutOutOfEveryUrlAndNothingElseIs(String text, String shown) {
        assertThat(Credentials.hidden(text)).isEqualTo(shown);
        assertThat(Credentials.hidden(shown)).isEqualTo(shown);
    }
}
