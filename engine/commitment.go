package engine

// ChanceVersion is the version of a table's chance. It is fixed at the table's creation, because its commitment depends on it.
const ChanceVersion = 2

// Terms are the parts of a table that its commitment covers, because they are fixed when the secret is drawn.
type Terms struct {
	Table   string
	Title   string
	Seats   int
	Options Options
	Origin  *Origin // of a fork
}

// digest is the set-up digest: it covers title, number of seats and options, and the origin of a fork.
func (t Terms) digest() (Hash, error) {
	raw, err := Canonical(struct {
		Options Options `json:"options"`
		Origin  *Origin `json:"origin,omitempty"`
		Seats   int     `json:"seats"`
		Title   string  `json:"title"`
	}{t.Options, t.Origin, t.Seats, t.Title})
	return digest("nemeton 2 setup", raw), err
}

// CommitTo is the public commitment to the secret of a table with these terms. It covers the terms, so that no secret can
// serve two tables.
func (s Secret) CommitTo(t Terms) (Hash, error) {
	setup, err := t.digest()
	return digest("nemeton 2 commitment", s[:], []byte(t.Table), setup[:]), err
}
