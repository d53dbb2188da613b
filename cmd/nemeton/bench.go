package main

// bench is the commands that measure.
type bench struct {
	Bots benchBots `cmd:"" help:"Let bots play against each other and count who wins."`
}
