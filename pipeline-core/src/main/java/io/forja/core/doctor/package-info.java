/**
 * What {@code forja doctor} asks and is told: whether the things that Forja needs are there and let it in.
 *
 * <p>Depends on {@code problem}. Read {@link io.forja.core.doctor.Checkup} first; who knows a thing makes its checkup.
 */
@NullMarked
package io.forja.core.doctor;

import org.jspecify.annotations.NullMarked;
