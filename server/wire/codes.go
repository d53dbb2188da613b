package wire

// CloseCode ends a socket. Its range alone tells a client what to do: 4000 to 4499 do not come back, 4500 to 4999 come
// back with backoff.
type CloseCode int

// The close codes.
const (
	CloseUnknownTable CloseCode = 4001
	CloseNotAllowed   CloseCode = 4003
	CloseRevoked      CloseCode = 4004 // the session was signed out
	CloseBroken       CloseCode = 4008 // the client broke the protocol
	CloseTooLarge     CloseCode = 4009
	CloseTableClosed  CloseCode = 4010
	CloseDamaged      CloseCode = 4011 // the table's log cannot be read
	CloseInternal     CloseCode = 4500
	CloseDraining     CloseCode = 4503
	CloseTooSlow      CloseCode = 4504
	CloseUnavailable  CloseCode = 4505 // the store cannot be reached
	CloseNewer        CloseCode = 4507 // a newer program played on: another node can serve the table
	CloseCrowded      CloseCode = 4506 // as many as may watch the table
)

// Reason is the text that goes with the code.
func (c CloseCode) Reason() string {
	switch c {
	case CloseUnknownTable:
		return "unknown table"
	case CloseNotAllowed:
		return "not allowed"
	case CloseRevoked:
		return "signed out"
	case CloseBroken:
		return "protocol broken"
	case CloseTooLarge:
		return "frame too large"
	case CloseTableClosed:
		return "table closed"
	case CloseDamaged:
		return "damaged table"
	case CloseDraining:
		return "server stops, come back"
	case CloseTooSlow:
		return "reading too slowly, come back"
	case CloseNewer:
		return "table of a newer program, come back"
	case CloseUnavailable:
		return "store out of reach, come back"
	case CloseCrowded:
		return "too many are watching, come back"
	default:
		return "internal error, come back"
	}
}
