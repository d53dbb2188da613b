package commands

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"nemeton/cmd/internal/cli"
	"nemeton/cmd/nemeton/internal/wiring"
	"nemeton/server/httpapi"
	"nemeton/server/signedexport"
	"nemeton/server/store"
	"nemeton/server/store/open"
)

// KeyCmd is the command for the keys with which a server signs exports.
type KeyCmd struct {
	Show   keyShow   `cmd:"" default:"withargs" help:"Print the verifier keys of a server, the newest first."`
	Rotate keyRotate `cmd:"" help:"Make a new key, which signs from now on. Older keys stay listed."`
}

type keyShow struct {
	Server   string `arg:"" optional:"" help:"Server to ask: http://... or https://... Default: the database."`
	Database string `default:"sqlite:nemeton.db" env:"NEMETON_DATABASE" help:"Database to read: sqlite:PATH (stop its server first) or postgres://..."`
}

type keyRotate struct {
	Database  string `default:"sqlite:nemeton.db" env:"NEMETON_DATABASE" help:"Database of the server: sqlite:PATH (stop its server first) or postgres://..."`
	SecretKey string `env:"NEMETON_SECRET_KEY" placeholder:"KEY" help:"Key of a server that encrypts the secrets of its tables. It encrypts the new key, too."`
}

var (
	errNoKey     = errors.New("this database has no key yet; the server makes it at its first start")
	errSecretKey = errors.New("the present key is encrypted: set NEMETON_SECRET_KEY, so that the new one is, too")
)

func (c keyShow) Run(ctx context.Context, to cli.Streams) error {
	if c.Server != "" {
		text, err := fetch(ctx, strings.TrimSuffix(c.Server, "/")+httpapi.KeysPath)
		if err != nil {
			return err
		}
		_, err = fmt.Fprint(to.Out, cli.PrintableLines(string(text)))
		return err
	}
	s, err := open.Store(ctx, c.Database, open.Options{Existing: true, Reading: true})
	if err != nil {
		return fmt.Errorf("open the database: %w", err)
	}
	keys, err := signedexport.Published(ctx, s)
	if err = errors.Join(err, s.Close()); err != nil {
		return err
	}
	if len(keys) == 0 {
		return errNoKey
	}
	_, err = fmt.Fprint(to.Out, signedexport.Text(keys))
	return err
}

func (c keyRotate) Run(ctx context.Context, to cli.Streams) error {
	s, err := open.Store(ctx, c.Database, open.Options{SecretKey: []byte(c.SecretKey), Existing: true})
	if err != nil {
		return fmt.Errorf("open the database: %w", err)
	}
	keys, err := c.rotate(ctx, s)
	if err = errors.Join(err, s.Close()); err != nil {
		return err
	}
	_, err = fmt.Fprint(to.Out, signedexport.Text(keys))
	return err
}

func (c keyRotate) rotate(ctx context.Context, s store.Store) ([]signedexport.Key, error) {
	stored, err := s.SigningKeys(ctx)
	if err != nil {
		return nil, err
	}
	sealed := slices.ContainsFunc(stored, func(k store.SigningKey) bool { return k.Sealed && k.N == len(stored) })
	if sealed && c.SecretKey == "" {
		return nil, errSecretKey
	}
	env := wiring.NewEnvironment()
	n := signedexport.New(s, env.Now, env.Entropy)
	if _, err := n.Rotate(ctx); err != nil {
		return nil, err
	}
	return n.Keys(ctx)
}
