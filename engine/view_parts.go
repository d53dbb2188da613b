package engine

// ViewMember describes one member of a title's view.
type ViewMember struct {
	Name   string
	Shared bool // the same for all viewers
}

// ViewAppender is a view that encodes its members one by one. `make generate` writes the methods for the catalog's titles; views without them are
// encoded by reflection.
type ViewAppender interface {
	// ViewMembers lists the members in the order of their encoding.
	ViewMembers() []ViewMember
	// AppendMember appends the value of member i as JSON, or nothing if the member is absent.
	AppendMember(b []byte, i int) []byte
}

// Parts is a set of members of a title's view: bit i stands for member i of ViewMembers.
type Parts uint64

// AllParts is the set of all members of any view.
const AllParts = ^Parts(0)

// PartViewer is implemented by the states of titles that name the parts of the view that an event touches, so that only these are made and encoded
// again. The law parts compares every view that is updated this way with one that is made anew.
type PartViewer interface {
	// Touched is the parts that the event can change in the view of any viewer.
	Touched(e Event) Parts
	// ViewOf is View with the given parts; the content of the other parts does not matter.
	ViewOf(v Viewer, parts Parts) any
}
