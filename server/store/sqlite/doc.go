// Package sqlite keeps the store in one SQLite file beside the program: the default, nothing to install.
//
// # Invariants
//
//   - One process owns the file: a lock on PATH.lock, which the system drops when the process dies, refuses a second.
//   - One connection writes, a few read. Write-ahead log with synchronous=FULL: a commit is on the disk when it returns.
//   - Appends of different tables that come at the same time share a transaction, and so a sync of the disk; each is told its
//     own fate.
//   - Everything a method changes is one transaction, begun IMMEDIATE: what it read is still so when it writes.
//   - A full disk, a failing disk and a lock are store.ErrUnavailable; so is a context that ended, which errors.Is finds too.
package sqlite
