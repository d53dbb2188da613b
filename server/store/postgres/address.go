package postgres

import (
	"errors"
	"net/url"
	"strings"

	"github.com/jackc/pgx/v5/pgxpool"
)

// errAddress reports an address that is not a URL. It repeats no part of the address, because any part may belong to the password.
var errAddress = errors.New("the address of the database is no postgres:// URL: encode the characters @ / # ? % and spaces of user and password " +
	"(as %40, %2F, %23, %3F, %25, %20), or leave the password out and set PGPASSWORD")

// parse reads an address. Its errors contain no part of a password.
func parse(address string) (*pgxpool.Config, error) {
	u, err := url.Parse(address)
	if err != nil || cutPassword(u) {
		return nil, errAddress
	}
	config, err := pgxpool.ParseConfig(address)
	if err != nil {
		return nil, err // without the password: pgx removes it
	}
	if config.ConnConfig.ConnectTimeout == 0 {
		config.ConnConfig.ConnectTimeout = connectTimeout
	}
	return config, nil
}

// cutPassword reports whether a character of the password has ended the host part of the address: an @ follows later. Then half the password would be the port.
func cutPassword(u *url.URL) bool {
	before, _, found := strings.Cut(u.RawQuery, "@")
	return strings.Contains(u.Path, "@") || strings.Contains(u.Fragment, "@") || found && !strings.Contains(before, "=")
}
