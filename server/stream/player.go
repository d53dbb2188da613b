package stream

// Messages are the messages for one player.
type Messages interface {
	// Take returns the newest message; nil if there is none yet.
	Take() []byte
	Close()
}
