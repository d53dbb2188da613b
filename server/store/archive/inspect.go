package archive

import (
	"context"
	"errors"
	"iter"
	"math/rand/v2"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/server/store/dialect"
)

const (
	// maxSample is the number of logs that an inspection reads. The others are looked up in the list of objects.
	maxSample = 100
	maxFaults = 20 // that an inspection names
)

// Findings are the result of an inspection.
type Findings struct {
	Logs    int // archived logs
	Read    int // of them, that were read and are intact
	Missing int
	Damaged int
	Faults  []string // names of the first missing and damaged objects, with the reason
	Failed  error    // why not all logs were looked up, or not all of the sample read
}

// Inspection compares the logs that a database says are archived with the objects of the archive.
type Inspection struct {
	Findings

	reader reader
	names  func() (string, error, bool)
	stop   func()
	name   string // the next one of the list
	more   bool
	sample []store.ArchivedLog
}

// Inspect begins an inspection. See must be called with all archived logs, in the order of their tables, and then Finish.
func Inspect(ctx context.Context, objects Objects, secretKey []byte) *Inspection {
	i := &Inspection{reader: reader{objects, dialect.NewEncrypter(secretKey)}, stop: func() {}}
	if objects == nil {
		i.Failed = errNotNamed
		return i
	}
	i.names, i.stop = iter.Pull2(func(yield func(string, error) bool) {
		err := objects.List(ctx, func(name string) error {
			if !yield(name, nil) {
				return errStopped
			}
			return nil
		})
		if err != nil && !errors.Is(err, errStopped) {
			yield("", err)
		}
	})
	return i
}

var errStopped = errors.New("the list is not needed any more")

// See looks a log up in the list of objects. The database and the list have the same order.
func (i *Inspection) See(l store.ArchivedLog) error {
	i.Logs++
	if i.Logs == 1 && i.Failed == nil {
		i.advance()
	}
	for i.Failed == nil && i.more && i.name < l.Object {
		i.advance()
	}
	switch {
	case i.Failed != nil:
	case !i.more || i.name != l.Object:
		i.Missing++
		i.fault(l, "the archive does not have it")
	case len(i.sample) < maxSample:
		i.sample = append(i.sample, l)
	default:
		if n := rand.IntN(i.Logs); n < maxSample { // each log is in the sample with the same probability
			i.sample[n] = l
		}
	}
	return nil //nolint:nilerr // Failed is a result of the inspection
}

func (i *Inspection) advance() {
	i.name, i.Failed, i.more = i.names()
}

func (i *Inspection) fault(l store.ArchivedLog, reason string) {
	if len(i.Faults) < maxFaults {
		i.Faults = append(i.Faults, l.Object+": "+reason)
	}
}

// Finish reads the sample.
func (i *Inspection) Finish(ctx context.Context) {
	i.stop()
	for _, l := range i.sample {
		if i.Failed != nil {
			return
		}
		switch _, err := i.reader.read(ctx, l); {
		case errors.Is(err, engine.ErrCorrupt), errors.Is(err, store.ErrSealed):
			i.Damaged++
			i.fault(l, err.Error())
		case err != nil:
			i.Failed = err
		default:
			i.Read++
		}
	}
}
