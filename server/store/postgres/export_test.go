package postgres

// SetMaxWaiting changes the number of calls that may wait for a connection. No call may be running.
func (s *Store) SetMaxWaiting(n int) { s.gate.limit = n }

// Waiting returns the number of calls that wait for a connection.
func (s *Store) Waiting() int {
	s.gate.mu.Lock()
	defer s.gate.mu.Unlock()
	return s.gate.waiting.Len()
}
