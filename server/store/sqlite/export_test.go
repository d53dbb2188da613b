package sqlite

// The statements that tests explain.
const (
	Page    = page
	Command = commandEntry
)
