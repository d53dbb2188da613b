// Command example is a bot that plays one game of each title against a bot of the server. It knows no rules: it plays a random move of those that
// the server lists.
package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"

	"nemeton/client"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: example http://localhost:8080")
		os.Exit(2)
	}
	if err := play(context.Background(), os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func play(ctx context.Context, url string) error {
	me, _, err := client.NewGuest(ctx, url, "Example")
	if err != nil {
		return err
	}
	defer func() { _ = me.Erase(ctx) }()
	titles, err := me.Titles(ctx)
	if err != nil {
		return err
	}
	for _, title := range titles {
		scores, err := playOne(ctx, me, title)
		if err != nil {
			return err
		}
		fmt.Println(title.Name, scores)
	}
	return nil
}

func playOne(ctx context.Context, me *client.Client, title client.Title) (scores []int64, err error) {
	table, err := me.CreateTable(ctx, title.ID, 2)
	if err != nil {
		return nil, err
	}
	seat, err := me.Took(ctx, table, 0)
	if err != nil {
		return nil, err
	}
	defer seat.Close()
	if _, err := me.AddBot(ctx, table.ID, "easy"); err != nil {
		return nil, err
	}
	if _, err := me.Start(ctx, table.ID); err != nil {
		return nil, err
	}
	for {
		owed, err := seat.Next(ctx)
		if err != nil || len(owed) == 0 {
			return seat.Outcome.Scores, err
		}
		moves := owed[0].Moves
		if err := seat.Act(ctx, owed[0], moves[rand.IntN(len(moves))]); err != nil {
			return nil, err
		}
	}
}
