// Package sqlite implements store.Store in one SQLite file. It is the default store and needs no installation.
//
// # Invariants
//
//   - One process at a time uses the file. A lock on the file itself refuses a second process, whatever
//     name it uses. The operating system drops the lock when the process dies.
//   - Nothing is written while the file or its write-ahead log is not at its place.
//   - One connection writes, a few read. The journal is a write-ahead log with synchronous=FULL, so a commit is on the disk when it returns.
//   - Concurrent appends of different tables share a transaction and its sync of the disk. Each append has its own result.
//   - Every change is one transaction that begins IMMEDIATE, so its reads stay valid until it writes.
//   - PATH.mark holds the position after the last commit. A database behind its mark has lost changes and is refused, until the loss is accepted.
//   - A database that was restored gets a new epoch when it is opened. A table's row has the epoch of its last append.
//   - A damaged page is store.ErrDamaged. A full disk, an I/O error and a lock are store.ErrUnavailable. So is a context that ends, which errors.Is finds as well.
package sqlite
