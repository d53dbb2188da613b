// Package poolgame plays finished games of chance version 2 for tests. Some persons have devices that sign and reveal, and some have none. The
// games have everything that a log can record besides moves. A game depends on its title and its options alone.
package poolgame
