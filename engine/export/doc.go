// Package export is the document of a finished table, and the check that anyone can make of it: that nothing was changed since it
// was written, that the dice fell as the secret and the contributions say, and that the rules say what the table says.
package export
