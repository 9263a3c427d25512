package io.forja.jobs.delta;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import scala.Option;
import scala.Tuple2;
import scala.collection.JavaConverters;
import scala.collection.Seq;

/** Values on their way between Java and Scala. */
public final class Scala {

    private Scala() {}

    public static <T> Seq<T> seq(List<T> list) {
        return JavaConverters.asScalaBuffer(list).toList();
    }

    public static <T> List<T> list(Seq<T> seq) {
        return JavaConverters.seqAsJavaList(seq);
    }

    public static <V> scala.collection.immutable.Map<String, V> map(Map<String, V> map) {
        List<Tuple2<String, V>> entries = map.entrySet().stream()
                .map(entry -> new Tuple2<>(entry.getKey(), entry.getValue()))
                .toList();
        return scala.collection.immutable.Map$.MODULE$.apply(seq(entries));
    }

    public static <V> Map<String, V> map(scala.collection.Map<String, V> map) {
        return JavaConverters.mapAsJavaMap(map);
    }

    /** Runs work inside of Scala, which declares no checked exceptions; what is thrown is thrown as it is. */
    static <T> T undeclared(Callable<T> work) {
        try {
            return work.call();
        } catch (Exception e) {
            throw Scala.<RuntimeException>asItIs(e);
        }
    }

    @SuppressWarnings("unchecked")
    private static <E extends Exception> E asItIs(Exception thrown) throws E {
        throw (E) thrown;
    }

    public static <T> Option<T> option(@Nullable T value) {
        return Option.apply(value);
    }

    public static <T> Optional<T> optional(Option<T> option) {
        return option.isDefined() ? Optional.of(option.get()) : Optional.empty();
    }
}
