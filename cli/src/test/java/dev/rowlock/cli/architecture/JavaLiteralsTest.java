package dev.rowlock.cli.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class JavaLiteralsTest {
    @Test
    void findsStringsAndTextBlocksAndNothingInComments() {
        String java = String.join(
                "\n",
                "// a \"comment\"",
                "/* another \"one\" */ String a = \"one\\\"two\";",
                "char quote = '\"'; String b = \"\"\"",
                "  SELECT \"x\"",
                "  \"\"\";",
                "String c = \"// no comment\";");
        assertThat(JavaLiterals.of(java))
                .containsExactly(
                        new JavaLiterals.Literal(2, "one\\\"two"),
                        new JavaLiterals.Literal(3, "\n  SELECT \"x\"\n  "),
                        new JavaLiterals.Literal(6, "// no comment"));
    }
}
