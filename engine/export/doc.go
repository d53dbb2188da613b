// Package export defines the document of a finished table, and a check that anybody can run on it. The check proves
// that nothing was changed, that the draws follow from secret and contributions, and that the rules give the same
// entries.
package export
