package main

// bench groups the commands that measure.
type bench struct {
	Aims     benchAims     `cmd:"" help:"Measure servers and their floor in one run, and compare the ratios with the project's aims."`
	Begin    benchBegin    `cmd:"" help:"Let many people begin a table at the same moment, and count tables, waits and refusals."`
	Bots     benchBots     `cmd:"" help:"Let bots play against each other and count wins."`
	BotsLoad benchBotsLoad `cmd:"" name:"bots-load" help:"Measure the latency of players while bots think at many tables."`
	MoveOver benchMoveOver `cmd:"" name:"move-over" help:"Stop one of two nodes, and measure how its sockets move to the other one."`
	Load     benchLoad     `cmd:"" help:"Play random games with spectators on a server, as fast as possible."`
	Floor    benchFloor    `cmd:"" help:"Replay the same messages without rules and store, as a lower bound for bench load."`
	Store    benchStore    `cmd:"" help:"Measure durable appends per second, and one-row transactions of the same database for comparison."`
	Hostile  benchHostile  `cmd:"" help:"Attack a server while players play, and measure its memory and their latency."`
}
