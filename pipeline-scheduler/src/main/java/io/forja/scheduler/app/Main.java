package io.forja.scheduler.app;

/** Where Forja starts. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        String version = Main.class.getPackage().getImplementationVersion();
        System.out.println("forja " + (version == null ? "(from classes)" : version));
    }
}
