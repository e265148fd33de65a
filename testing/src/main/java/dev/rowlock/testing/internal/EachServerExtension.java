package dev.rowlock.testing.internal;

import dev.rowlock.testing.Driver;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.Sharing;
import java.lang.reflect.AnnotatedElement;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ClassTemplateInvocationContext;
import org.junit.jupiter.api.extension.ClassTemplateInvocationContextProvider;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;

/** Turns {@link EachServer} into one run per server and driver. */
public final class EachServerExtension
        implements TestTemplateInvocationContextProvider, ClassTemplateInvocationContextProvider {

    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        return annotation(context.getTestMethod()).isPresent();
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
        if (annotation(context.getTestClass()).isPresent()) {
            throw new ExtensionConfigurationException("@EachServer stands on the class and on "
                    + context.getRequiredTestMethod() + "; one of them has to go");
        }
        return runs(annotation(context.getTestMethod()).orElseThrow()).map(MethodRun::new);
    }

    @Override
    public boolean supportsClassTemplate(ExtensionContext context) {
        return annotation(context.getTestClass()).isPresent();
    }

    @Override
    public Stream<ClassTemplateInvocationContext> provideClassTemplateInvocationContexts(ExtensionContext context) {
        return runs(annotation(context.getTestClass()).orElseThrow()).map(ClassRun::new);
    }

    private static Optional<EachServer> annotation(Optional<? extends AnnotatedElement> element) {
        return element.flatMap(found -> AnnotationSupport.findAnnotation(found, EachServer.class));
    }

    private static Stream<Run> runs(EachServer wanted) {
        List<Candidate> candidates = Candidate.of(wanted);
        if (wanted.sharing() == Sharing.SHARED) {
            for (Candidate candidate : candidates) {
                if (candidate instanceof Candidate.Embedded embedded) {
                    SharedServers.begin(embedded.kind()); // while tests run on the first server, the others start
                }
            }
        }
        return candidates.stream()
                .flatMap(candidate ->
                        candidate.drivers(wanted.drivers()).stream().map(driver -> new Run(wanted, candidate, driver)));
    }

    /** One server with one driver. */
    record Run(EachServer wanted, Candidate candidate, Driver driver) {
        String displayName() {
            return candidate.title() + ", " + driver.title();
        }
    }

    private record MethodRun(Run run) implements TestTemplateInvocationContext {
        @Override
        public String getDisplayName(int invocationIndex) {
            return run.displayName();
        }

        @Override
        public List<Extension> getAdditionalExtensions() {
            return List.of(new DatabaseExtension(run));
        }
    }

    private record ClassRun(Run run) implements ClassTemplateInvocationContext {
        @Override
        public String getDisplayName(int invocationIndex) {
            return run.displayName();
        }

        @Override
        public List<Extension> getAdditionalExtensions() {
            return List.of(new DatabaseExtension(run));
        }
    }
}
