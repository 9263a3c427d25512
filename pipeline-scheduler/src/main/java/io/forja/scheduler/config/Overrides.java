package io.forja.scheduler.config;

import io.forja.core.definition.Environment;
import io.forja.core.problem.Problem;
import io.forja.core.problem.Problems;
import io.forja.core.problem.SourceLocation;
import io.forja.core.problem.Suggestion;
import io.forja.core.yaml.InvalidValueException;
import io.forja.core.yaml.Shape;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What stands above the file: environment variables and flags, for every key with a single value that has a fixed
 * name. {@code state.keepRuns} is {@code FORJA_STATE_KEEP_RUNS} and {@code --state-keep-runs}.
 */
final class Overrides {

    private static final String PREFIX = "FORJA_";

    /** Variables of this prefix that others read: the launcher, and the command line before there are settings. */
    private static final Set<String> NOT_SETTINGS =
            Set.of("FORJA_CONFIG", "FORJA_HOME", "FORJA_JAVA", "FORJA_JAVA_OPTS", "FORJA_CACHE", "FORJA_CDS",
                    "FORJA_COMMAND", "FORJA_URL", "FORJA_TOKEN");

    /**
     * @param label who says so, as the user knows it
     * @param path the key
     */
    record Value(String label, String path, String text) {}

    private final Map<String, Shape.Value> keys = new LinkedHashMap<>();
    private final Problems problems;

    Overrides(Shape settings, Problems problems) {
        this.problems = problems;
        addKeys("", (Shape.Fields) settings);
    }

    private void addKeys(String prefix, Shape.Fields fields) {
        for (Shape.Field field : fields.fields()) {
            String path = prefix + field.key();
            if (field.shape() instanceof Shape.Value value) {
                keys.put(path, value);
            } else if (field.shape() instanceof Shape.Fields inner) {
                addKeys(path + ".", inner);
            }
        }
    }

    /**
     * All values that are given, the strongest last.
     *
     * @param text the file's text: a variable that it fills in by name is known
     */
    List<Value> collect(Environment environment, String text, Map<String, String> flags) {
        Map<String, String> byVariable = keys.keySet().stream()
                .collect(Collectors.toMap(Overrides::variable, path -> path));
        List<Value> values = new ArrayList<>();
        for (String name : new TreeSet<>(environment.variableNames())) {
            String path = byVariable.get(name);
            if (path != null) {
                environment.variable(name).ifPresent(value -> values.add(new Value(name, path, value)));
            } else if (name.startsWith(PREFIX) && !NOT_SETTINGS.contains(name) && !text.contains("${env." + name + "}")) {
                problems.add(new Problem(SourceLocation.of(name), "", "no setting has this environment variable",
                        Suggestion.closest(name, byVariable.keySet()).map(known -> "did you mean " + known + "?")
                                .orElse("give it a name that does not begin with FORJA_")));
            }
        }
        flags.forEach((path, value) -> {
            if (keys.containsKey(path)) {
                values.add(new Value("--" + path.replace('.', '-'), path, value));
            } else {
                problems.add(new Problem(SourceLocation.of("--" + path.replace('.', '-')), "", "there is no setting "
                        + path, Suggestion.remedy(path, keys.keySet())));
            }
        });
        return values;
    }

    private static String variable(String path) {
        return PREFIX + path.replaceAll("([a-z])([A-Z])", "$1_$2").replace('.', '_').toUpperCase(Locale.ROOT);
    }

    ForjaConfig apply(ForjaConfig config, List<Value> values) {
        ForjaConfig result = config;
        for (Value value : values) {
            try {
                Object read = keys.get(value.path()).scalar().read().apply(value.text());
                result = (ForjaConfig) with(result, List.of(value.path().split("\\.")), read);
            } catch (InvalidValueException e) {
                problems.add(problem(value, String.valueOf(e.getMessage()), e.remedy()));
            } catch (IllegalArgumentException e) {
                problems.add(problem(value, String.valueOf(e.getMessage()), ""));
            }
        }
        return result;
    }

    private static Problem problem(Value value, String what, String remedy) {
        return new Problem(SourceLocation.of(value.label()), value.path(), what, remedy);
    }

    /** A copy of a record with another value at a path of components. */
    private static Record with(Record record, List<String> path, Object value) {
        RecordComponent[] components = record.getClass().getRecordComponents();
        try {
            Object[] arguments = new Object[components.length];
            for (int i = 0; i < components.length; i++) {
                Object current = components[i].getAccessor().invoke(record);
                boolean meant = components[i].getName().equals(path.get(0));
                arguments[i] = !meant ? current
                        : path.size() == 1 ? value : with((Record) current, path.subList(1, path.size()), value);
            }
            Class<?>[] types = Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
            Constructor<? extends Record> constructor = record.getClass().getDeclaredConstructor(types);
            return constructor.newInstance(arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof IllegalArgumentException refused) {
                throw refused;
            }
            throw new IllegalStateException("cannot make " + record.getClass(), e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot make " + record.getClass(), e);
        }
    }
}
