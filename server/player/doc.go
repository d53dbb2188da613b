// Package player manages players: guests with a name, the sessions on their devices, and the one-time codes that sign in another
// device or an installed app.
//
// # Invariants
//
//   - A token has 256 bits of entropy. Only its device has it: the store holds its SHA-256.
//   - A client can replace its token. The use of a replaced token ends the session, after an overlap and never because of a lost answer; see
//     Rotate.
//   - A link's code has 60 bits and works once within ten minutes. The store holds its SHA-256.
//   - An app code has six digits and works once within five minutes. Wrong codes count against all valid ones; a few lock a code. SECURITY.md has
//     the odds of a guess. The store holds a slow hash of a code, keyed with the server's secret key.
//   - Links, offers and invites belong to the session that made them and end with it.
//   - Erasing a player removes name, sessions and links. Tables and logs keep the id.
//   - A name can be displayed safely: printable, on one line, of limited length, each word in one script. Names need not be unique. Confusable
//     names at one table get numbers.
package player
