package io.forja.core.inspect;

/**
 * Looks at CSV files and proposes the pipeline that brings them into the lake. Starts no engine and writes nothing.
 * Thread-safe.
 */
public interface Inspector {

    /**
     * Looks at the files of a path, as far as is needed for an opinion.
     *
     * @param path a file or a glob, as a pipeline would name it
     * @throws io.forja.core.problem.NotFoundException when there is no such file
     * @throws io.forja.core.problem.InvalidDefinitionException when it is nothing that can be looked at: a folder, an
     *     empty file, no text
     * @throws io.forja.core.problem.ForjaException when the file cannot be read
     */
    Inspection inspect(String path);
}
