// Package arena lets bots play whole games against each other and counts their wins. Each bot receives the knowledge of its seat only.
package arena
