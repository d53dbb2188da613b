package player

import (
	"context"
	"strings"
)

// tlsPrefix begins every token that was issued over TLS. Such a token is part of the hashed value, so it is not valid without its prefix.
const tlsPrefix = "tls."

type contextKey struct{}

// OverTLS returns a context for calls that answer a browser over TLS. Tokens that are issued with it never count in the cookie of plain HTTP.
func OverTLS(ctx context.Context) context.Context { return context.WithValue(ctx, contextKey{}, true) }

func overTLS(ctx context.Context) bool {
	yes, _ := ctx.Value(contextKey{}).(bool)
	return yes
}

// IssuedOverTLS reports whether a token was issued over TLS. Tokens of older programs carry no sign of it.
func IssuedOverTLS(token string) bool { return strings.HasPrefix(token, tlsPrefix) }
