package main

// bench is the commands that measure.
type bench struct {
	Bots     benchBots     `cmd:"" help:"Let bots play against each other and count who wins."`
	BotsLoad benchBotsLoad `cmd:"" name:"bots-load" help:"Time people's acts while bots think at many tables."`
	Store    benchStore    `cmd:"" help:"Count durable appends a second beside one-row transactions of the same database."`
}
