// Package histories checks recorded histories of clients against a model of one table's log, with porcupine. Its use is in tests and in the tool
// checkhistories, so that the program does not contain porcupine.
//
// A history is legal if some order of its operations fits the model, and every operation takes effect between its call and its return:
//
//   - An accepted command adds an entry with the next seq. The same command again has the same seq and adds nothing.
//   - A refused command is not in the log. The refusal id_reused needs an entry with the same id and other content.
//   - A command with an unknown outcome adds an entry at some time after its call, or never.
//   - A read sees a prefix of the log. A read marked Latest sees the whole log at some time between its call and its return.
//   - The stored log, read at the end, equals the log of the model.
package histories
