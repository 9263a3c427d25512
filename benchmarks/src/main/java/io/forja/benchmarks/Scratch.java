package io.forja.benchmarks;

import java.nio.file.Path;
import java.time.Clock;

final class Scratch {
    public static void main(String[] a) throws Exception {
        Path csv = Path.of(a[0]).toAbsolutePath();
        int rounds = Integer.parseInt(a[1]);
        String sides = a[2];
        Path folder = Path.of(a[3]).toAbsolutePath();
        try (Project project = new Project(folder, Clock.systemUTC())) {
            var os = (com.sun.management.OperatingSystemMXBean) java.lang.management.ManagementFactory.getOperatingSystemMXBean();
            if (System.getProperty("plan") != null) {
                project.session().sparkContext().addSparkListener(new org.apache.spark.scheduler.SparkListener() {
                    @Override public void onOtherEvent(org.apache.spark.scheduler.SparkListenerEvent e) {
                        if (e instanceof org.apache.spark.sql.execution.ui.SparkListenerSQLAdaptiveExecutionUpdate s) {
                            System.out.println(s.physicalPlanDescription());
                        }
                    }
                });
            }
            for (int i = 0; i < rounds; i++) {
                for (char side : sides.toCharArray()) {
                    long cpu = os.getProcessCpuTime();
                    long t = System.nanoTime();
                    Object result = "";
                    if (side == 'n') {
                        Notebook.run(Warm.sparkDefaults(project.session().newSession()), csv.toString());
                    } else if (side == 'p') {
                        io.forja.jobs.csv.CsvSource.read(project.session().newSession(), java.util.List.of(csv.toString()), io.forja.jobs.csv.CsvFormat.STANDARD, io.forja.jobs.csv.CsvRead.STRICT).dataset().write().format("noop").mode("overwrite").save();
                    } else {
                        String yaml = java.nio.file.Files.readString(Path.of("/tmp/bn/" + side + ".yaml")).replace("CSV", csv.toString());
                        result = project.run(yaml);
                    }
                    System.out.printf("%c %.2f s wall %.2f cpu %s%n", side, (System.nanoTime() - t) / 1e9, (os.getProcessCpuTime() - cpu) / 1e9, result);
                }
            }
        }
    }
}
