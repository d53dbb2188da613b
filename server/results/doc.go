// Package results answers questions about the finished games of players: their results, figures, head to head, and the people they played with. It checks who
// may see them. It also makes the stored results again from the logs. It knows nothing of tables that are not finished.
//
// # Visibility
//
//   - A player always sees their own. Others see it as the player chose: everybody, people who finished a game at the same table, or nobody.
//   - A player whom the other one has blocked sees nothing.
//   - To all who may not see it, a history is unknown: the answer is the same as for a player who does not exist or is erased.
//   - Of a private table, a caller without a result there learns title, time and the result of that player's own seat. The id of the table and the other people
//     stay hidden.
package results
