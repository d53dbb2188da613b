package commands

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"time"

	"nemeton/cmd/internal/cli"
)

type adminLink struct {
	Player string `arg:"" help:"Id of the player, see \"nemeton admin people\"."`
	Reason string `help:"Reason, for the log of acts."`
	adminTarget
}

func (c adminLink) Run(ctx context.Context, to cli.Streams) error {
	return c.run(ctx, false, func(a administrator) error {
		l, err := a.MakeLink(ctx, localOperator(), c.Player, c.Reason)
		if err != nil {
			return err
		}
		return c.print(to.Out, l, func(w io.Writer) error {
			_, err := fmt.Fprintf(w, "The code %s signs the player in, once, until %s.\nThe player opens /link#%s at the address of the server. All devices of the player show that you made it.\n",
				l.Code, l.ExpiresAt.Format(time.RFC3339), l.Code)
			return err
		})
	})
}

type adminDoor struct {
	List   adminDoorList   `cmd:"" default:"withargs" help:"Print the codes that can still be used, without the codes themselves."`
	Make   adminDoorMake   `cmd:"" help:"Make a code."`
	Revoke adminDoorRevoke `cmd:"" help:"Revoke a code."`
}

type adminDoorList struct{ adminTarget }

func (c adminDoorList) Run(ctx context.Context, to cli.Streams) error {
	return c.show(ctx, to, func(a administrator) (any, [][]any, error) {
		list, err := a.DoorCodes(ctx)
		lines := [][]any{{"ID", "MADE BY", "USES LEFT", "UNTIL", "NOTE"}}
		for _, d := range list {
			lines = append(lines, []any{d.ID, d.MadeBy, d.Uses, d.ExpiresAt.Format(time.DateOnly), strconv.Quote(d.Note)})
		}
		return list, lines, err
	})
}

type adminDoorMake struct {
	Uses int    `default:"1" help:"Number of people that the code lets in."`
	Note string `help:"Note, for the list."`
	adminTarget
}

func (c adminDoorMake) Run(ctx context.Context, to cli.Streams) error {
	return c.run(ctx, false, func(a administrator) error {
		l, err := a.MakeDoorCode(ctx, localOperator(), c.Note, c.Uses)
		if err != nil {
			return err
		}
		return c.print(to.Out, l, func(w io.Writer) error {
			_, err := fmt.Fprintf(w, "The code %s lets %d new people in, until %s.\n", l.Code, c.Uses, l.ExpiresAt.Format(time.DateOnly))
			return err
		})
	})
}

type adminDoorRevoke struct {
	ID     string `arg:"" help:"Id of the code."`
	Reason string `help:"Reason, for the log of acts."`
	adminTarget
}

func (c adminDoorRevoke) Run(ctx context.Context, to cli.Streams) error {
	return c.act(ctx, to, "revoked code %s\n", func(a administrator) (string, error) {
		return c.ID, a.RevokeDoorCode(ctx, localOperator(), c.ID, c.Reason)
	})
}
