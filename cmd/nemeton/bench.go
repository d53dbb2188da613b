package main

// bench is the commands that measure.
type bench struct {
	Bots     benchBots     `cmd:"" help:"Let bots play against each other and count who wins."`
	BotsLoad benchBotsLoad `cmd:"" name:"bots-load" help:"Time people's acts while bots think at many tables."`
	Load     benchLoad     `cmd:"" help:"Drive a server with tables of random play and spectators, as fast as they go."`
	Floor    benchFloor    `cmd:"" help:"The same bytes over the same sockets with no rules and no store: what load is compared with."`
	Store    benchStore    `cmd:"" help:"Count durable appends a second beside one-row transactions of the same database."`
	Hostile  benchHostile  `cmd:"" help:"Attack a server with all a client can send while people play on: its memory, their acts."`
}
