package dev.rowlock.testing.internal;

import dev.rowlock.embedded.EmbeddedServerException;
import dev.rowlock.testing.TestDatabase;
import dev.rowlock.testing.TestDatabaseException;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives one run of a test its schema, and looks for leaks when the test is over. */
final class DatabaseExtension implements ExecutionCondition, BeforeEachCallback, AfterEachCallback, ParameterResolver {
    private static final Namespace NAMESPACE = Namespace.create(DatabaseExtension.class);

    private final EachServerExtension.Run run;

    DatabaseExtension(EachServerExtension.Run run) {
        this.run = run;
    }

    /** Skips what cannot run here; in CI a missing server is a failure, so that it is not missed. */
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        try {
            run.candidate().check(run.wanted());
            return ConditionEvaluationResult.enabled(run.candidate().title() + " can be had");
        } catch (UnfitServerException unfit) {
            return ConditionEvaluationResult.disabled(String.valueOf(unfit.getMessage()));
        } catch (EmbeddedServerException missing) {
            if (isCi()) {
                throw missing;
            }
            return ConditionEvaluationResult.disabled(String.valueOf(missing.getMessage()));
        }
    }

    private static boolean isCi() {
        String value = System.getenv("CI");
        return value != null && !value.isBlank();
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        session(context);
    }

    private Session session(ExtensionContext context) {
        return context.getStore(NAMESPACE).computeIfAbsent(Session.class, key -> begin(), Session.class);
    }

    private Session begin() {
        TestServer server = run.candidate().start(run.wanted());
        UsedServers.note(server, run.driver());
        return Session.begin(server, run.driver(), run.wanted().sharing());
    }

    @Override
    public void afterEach(ExtensionContext context) {
        Session session = context.getStore(NAMESPACE).get(Session.class, Session.class);
        if (session != null) {
            session.end();
        }
    }

    @Override
    public ExtensionContextScope getTestInstantiationExtensionContextScope(ExtensionContext rootContext) {
        return ExtensionContextScope.TEST_METHOD; // a constructor gets the schema of its test, too
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == TestDatabase.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        if (context.getTestMethod().isEmpty()) {
            throw new TestDatabaseException(
                    "a TestDatabase lives as long as one test: ask for it in a test method,"
                            + " in @BeforeEach or in the constructor",
                    null);
        }
        return session(context).database();
    }
}
