/**
 * What {@code forja doctor} looks at on this machine: disk, state database, port, and who serves the lake. Stores and
 * databases of others are looked at by the packages that know them.
 *
 * <p>Depends on the core, {@code config}, {@code ledger} and {@code daemon}. Read {@link
 * io.forja.scheduler.doctor.FolderCheckup} first.
 */
@NullMarked
package io.forja.scheduler.doctor;

import org.jspecify.annotations.NullMarked;
