// Package archive keeps the logs of old finished games outside of the database: compressed, one object for each log, in a directory or an S3-compatible store.
// It wraps a store, so that every reader of a log finds archived ones, too.
//
// # How a log moves
//
//  1. The log is read from the database and checked: its chain must end with the last record of the table's row.
//  2. The database notes the name of the object. A name has random letters and is used once.
//  3. The object is written, and is durable. It is read back, decoded, and compared with the log.
//  4. One transaction notes that the object holds the log, and deletes the records. It does nothing if the table has changed meanwhile.
//
// Return goes the other way: one transaction adds the records and notes that the object is unused.
//
// # Failure
//
//   - A process that is killed at any point loses nothing: until the transaction the log is in the database, and from then on in an object that was read back.
//   - An object that was begun and not used is deleted a day later, by the name in the database. An object that the database does not name is never deleted.
//   - A returned log leaves its object for Keep, so that a backup of the database from before finds it.
//   - An object that is missing or damaged is engine.ErrCorrupt, for its table alone. An archive that cannot be reached is store.ErrUnavailable.
//
// The chain of hashes in the log ends with the head in the table's row. So the database alone tells whether an object holds the right log.
package archive
