package io.forja.jobs.delta;

import java.net.URI;
import java.nio.file.Path;
import org.apache.hadoop.fs.GlobPattern;

/**
 * Where paths of definitions lead: a relative one is meant from the project's folder, whatever folder the process was
 * started in. Immutable.
 */
public final class Locations {

    private final Path base;
    private final String warehouse;
    private final String snapshots;

    /**
     * @param base the project's folder, where forja.yaml is
     * @param warehouse the folder of managed tables, each schema a folder in it
     * @param snapshots the folder of snapshots
     */
    public Locations(Path base, String warehouse, String snapshots) {
        this.base = base.toAbsolutePath().normalize();
        this.warehouse = resolve(warehouse);
        this.snapshots = resolve(snapshots);
    }

    /** The path as a URI with a scheme: {@code s3a://bronze/vendas}, {@code file:/srv/forja/data/vendas.csv}. */
    public String resolve(String path) {
        String bare = path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        if (hasScheme(bare)) {
            // One spelling: file:///data and file:/data are one folder.
            return bare.replaceFirst("^file:/+", "file:/");
        }
        // Not Path.toUri: it would escape the signs of a glob.
        return "file:" + base.resolve(bare).normalize();
    }

    /** The location without the scheme of the local disk, as people write it. */
    public static String display(String location) {
        return location.startsWith("file:/") ? location.substring("file:".length()).replaceFirst("^/+", "/") : location;
    }

    public String warehouse() {
        return warehouse;
    }

    public String schema(String name) {
        return warehouse + "/" + name;
    }

    public String snapshots() {
        return snapshots;
    }

    public Path base() {
        return base;
    }

    /** Whether a place is below a folder, or is that folder. */
    public static boolean isWithin(String location, String folder) {
        return (location + "/").startsWith(folder + "/");
    }

    /** A location as the URI that Spark's catalogue keeps. */
    static URI uri(String location) {
        return new org.apache.hadoop.fs.Path(location).toUri();
    }

    /** A URI of Spark's catalogue as a location, its blanks and accents as people write them. */
    static String of(URI uri) {
        return new org.apache.hadoop.fs.Path(uri).toString();
    }

    static boolean isGlob(String path) {
        return new GlobPattern(path).hasWildcard();
    }

    private static boolean hasScheme(String path) {
        return path.matches("[A-Za-z][A-Za-z0-9+.-]+:.*");
    }
}
