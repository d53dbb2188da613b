// Package arena lets bots play whole games against each other and counts who wins. Every bot is given what its seat would be given at a
// table, and nothing else.
package arena
