// Package toy is a small card game that tests the law suite. It has hands, a shuffled deck, secret choices that several
// seats owe at once, public steps with take-back, and a die. A Fault makes it break one law on purpose.
//
// # The game
//
// Every card has a different rank. Each seat holds three. In a round every seat secretly picks one. When all have
// picked, the picks are revealed, and the highest wins the round. Its owner places two tokens on three slots (or rolls
// a die, if the option allows it), and ends the turn. Then every seat draws a card, and the next round begins. After
// the agreed number of rounds the most points win: one for each token, plus the pips rolled.
package toy
