// Package toy is a small card game that keeps the law suite honest: hands, a shuffled deck, secret choices that several
// seats owe at once, public steps with take-back, a die. A Fault makes it break one law on purpose.
//
// # The game
//
// Every card has its own rank. Each seat holds three. In a round every seat secretly picks one; when all have, the picks
// are revealed and the highest wins the round. Its owner places two tokens on three slots (or rolls a die instead, if the
// option allows), and says that the turn ends. Then every seat draws a card and the next round begins. After the agreed
// number of rounds the most points win: a point a token, and the pips rolled.
package toy
