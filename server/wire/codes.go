package wire

import (
	"fmt"
	"time"
)

// CloseCode is the code that closes a socket. Its range alone tells a client what to do: 4000 to 4499 do not reconnect, 4500 to 4999
// reconnect with backoff.
type CloseCode int

// The close codes.
const (
	CloseUnknownTable CloseCode = 4001
	CloseNotAllowed   CloseCode = 4003
	CloseRevoked      CloseCode = 4004 // the session was revoked
	CloseBroken       CloseCode = 4008 // the client broke the protocol
	CloseTooLarge     CloseCode = 4009
	CloseTableClosed  CloseCode = 4010
	CloseDamaged      CloseCode = 4011 // the table's log is damaged
	CloseRemoved      CloseCode = 4012 // the host removed the player from the table
	CloseBanned       CloseCode = 4013 // the operator banned the address
	CloseByOperator   CloseCode = 4014 // the operator closed the table before its start
	CloseInternal     CloseCode = 4500
	CloseDraining     CloseCode = 4503
	CloseTooSlow      CloseCode = 4504
	CloseUnavailable  CloseCode = 4505 // the store is unreachable
	CloseNewer        CloseCode = 4507 // a newer program continued the table; another node can serve it
	CloseCrowded      CloseCode = 4506 // the table has its maximum number of spectators
)

// ReasonAfter is the text in the close frame of a client that should wait before it reconnects. It ends with " in N ms" if that is at least a millisecond.
func (c CloseCode) ReasonAfter(wait time.Duration) string {
	if wait < time.Millisecond {
		return c.Reason()
	}
	return fmt.Sprintf("%s in %d ms", c.Reason(), wait.Milliseconds())
}

func (c CloseCode) Reason() string {
	switch c {
	case CloseUnknownTable:
		return "unknown table"
	case CloseNotAllowed:
		return "not allowed"
	case CloseRevoked:
		return "signed out"
	case CloseBroken:
		return "broke the protocol"
	case CloseTooLarge:
		return "message too large"
	case CloseTableClosed:
		return "table closed"
	case CloseDamaged:
		return "damaged table"
	case CloseRemoved:
		return "removed by the host"
	case CloseBanned:
		return "banned by the operator"
	case CloseByOperator:
		return "table closed by the operator"
	case CloseDraining:
		return "the server stops, reconnect"
	case CloseTooSlow:
		return "reading too slowly, reconnect"
	case CloseNewer:
		return "the table needs a newer program, reconnect"
	case CloseUnavailable:
		return "the store is unreachable, reconnect"
	case CloseCrowded:
		return "too many spectators, reconnect"
	default:
		return "internal error, reconnect"
	}
}
