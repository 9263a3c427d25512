package io.forja.jobs.rows;

import io.forja.jobs.delta.Scala;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.WindowSpecDefinition;
import scala.runtime.AbstractPartialFunction;

/** The windows of an expression, which look at other rows than their own. */
final class Windows {

    private Windows() {}

    /** The expression with each of its windows cut once more: a row sees those alone that have the same value. */
    static Column within(Column value, Column expression) {
        return new Column(expression.expr().transform(new AbstractPartialFunction<Expression, Expression>() {
            @Override
            public boolean isDefinedAt(Expression part) {
                return part instanceof WindowSpecDefinition;
            }

            @Override
            public Expression apply(Expression part) {
                WindowSpecDefinition window = (WindowSpecDefinition) part;
                List<Expression> by = new ArrayList<>(Scala.list(window.partitionSpec()));
                by.add(value.expr());
                return new WindowSpecDefinition(Scala.seq(by), window.orderSpec(), window.frameSpecification());
            }
        }));
    }
}
