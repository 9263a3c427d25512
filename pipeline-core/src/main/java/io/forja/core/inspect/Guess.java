package io.forja.core.inspect;

/**
 * What is proposed, and why.
 *
 * @param evidence what was seen, in one clause
 */
public record Guess<T>(T value, String evidence) {}
