package export

import (
	"slices"

	"nemeton/engine"
)

// ending checks the acts that can end a table before its game: concessions, and proposals to stop with their answers. It needs
// no rules. It compares the result with the stated outcome as far as these acts decide it.
func (c *checking) ending() *Fault {
	endings := engine.NewEndings(c.begun)
	for _, r := range c.records {
		events, err := r.Entry.EndingEvents()
		if err != nil {
			return fault(CheckEnding, r.Entry.Seq, "%v", err)
		}
		if endings, err = endings.After(r.Entry, events); err != nil {
			return fault(CheckEnding, r.Entry.Seq, "%v", err)
		}
	}
	if c.cut {
		return nil
	}
	stated := c.doc.Outcome
	if stated == nil {
		stated = &engine.Outcome{}
	}
	switch {
	case !slices.Equal(stated.Conceded, endings.Conceded()), stated.Ended != endings.Ended():
		return fault(CheckEnding, 0, "the log has the concessions %v and the end %q, the document %v and %q",
			endings.Conceded(), endings.Ended(), stated.Conceded, stated.Ended)
	case endings.Ended() != "" && !slices.Equal(stated.Winners, endings.Winners()):
		return fault(CheckEnding, 0, "the table ended by %s with the winners %v, the document has %v", endings.Ended(), endings.Winners(), stated.Winners)
	case slices.ContainsFunc(stated.Winners, endings.HasConceded):
		return fault(CheckEnding, 0, "the document has the winners %v, and one of them has conceded", stated.Winners)
	}
	return nil
}
