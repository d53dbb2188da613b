package inbrowser

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"runtime/debug"

	"nemeton/engine"
	"nemeton/engine/lesson"
	"nemeton/engine/study"
)

// slice is the time that a command may work before it answers Busy, in milliseconds. A command looks at the time between its steps, so
// that it stays below 50 ms.
const slice = 30

// Engine holds the open games and lessons of one caller. It is not safe for concurrent use.
type Engine struct {
	find    func(id string) (engine.Title, bool)
	now     func() float64 // milliseconds since any moment
	games   map[int]*game
	courses map[int]course
	jobs    map[int]*job
	last    int     // the newest number of a game or job
	until   float64 // the end of the slice
}

// New returns an engine without games. find returns the rules of a title.
func New(find func(id string) (engine.Title, bool), now func() float64) *Engine {
	return &Engine{find: find, now: now, games: map[int]*game{}, courses: map[int]course{}, jobs: map[int]*job{}}
}

// Answer is the answer to a command. One member is set.
type Answer struct {
	Answer json.RawMessage `json:"answer,omitempty"`
	Busy   *Busy           `json:"busy,omitempty"`
	Error  *Refusal        `json:"error,omitempty"`
}

// Busy says that a command needs more slices: send the command "continue" with the job.
type Busy struct {
	Job   int `json:"job"`
	Done  int `json:"done"`
	Total int `json:"total"` // 0: unknown
}

// Refusal is the reason why a command was not carried out. Code is a code of the protocol, or one of the constants below.
type Refusal struct {
	Code   string `json:"code"`
	Detail string `json:"detail"`
}

// The codes that the protocol does not have.
const (
	BadCommand = "bad_command" // the caller is wrong
	Unreadable = "unreadable"  // the text is no record or lesson that this program can read
	Canceled   = "canceled"
	Crashed    = "crashed" // the rules panicked, as they may at a forged record; the detail has the stack
)

func (r *Refusal) Error() string { return r.Detail }

func refused(code, format string, args ...any) error {
	return &Refusal{Code: code, Detail: fmt.Sprintf(format, args...)}
}

// pause reports how far a command is, and whether it goes on; false: it was canceled.
type pause func(done, total int) bool

// job is a command in progress.
type job struct {
	next   func() (Busy, bool)
	stop   func()
	answer any
	err    error
}

// job starts a command, which runs in steps of next. A panic of the rules refuses it.
func (e *Engine) job(run func(pause) (any, error)) *job {
	j := &job{}
	j.next, j.stop = iter.Pull(func(yield func(Busy) bool) {
		defer func() {
			if bad := recover(); bad != nil {
				j.err = refused(Crashed, "%v\n%s", bad, debug.Stack())
			}
		}()
		j.answer, j.err = run(func(done, total int) bool {
			return e.now() < e.until || yield(Busy{Done: done, Total: total})
		})
	})
	return j
}

// JobCommand continues or cancels a job.
type JobCommand struct {
	Job int `json:"job"`
}

// Handle carries out a command.
func (e *Engine) Handle(raw []byte) []byte {
	answer, err := e.handle(raw)
	if err != nil {
		answer = Answer{Error: errorOf(err)}
	}
	encoded, err := json.Marshal(answer)
	if err != nil { // of the types of this package
		panic(err)
	}
	return encoded
}

func (e *Engine) handle(raw []byte) (Answer, error) {
	var named struct {
		Do string `json:"do"`
		JobCommand
	}
	if err := json.Unmarshal(raw, &named); err != nil {
		return Answer{}, refused(BadCommand, "%v", err)
	}
	e.until = e.now() + slice
	switch named.Do {
	case "continue":
		j, ok := e.jobs[named.Job]
		if !ok {
			return Answer{}, refused(BadCommand, "there is no job %d", named.Job)
		}
		return e.step(named.Job, j)
	case "cancel":
		if j, ok := e.jobs[named.Job]; ok {
			j.stop()
			delete(e.jobs, named.Job)
		}
		encoded, err := json.Marshal(named.JobCommand)
		return Answer{Answer: encoded}, err
	}
	c, ok := commands[named.Do]
	if !ok {
		return Answer{}, refused(BadCommand, "there is no command %q", named.Do)
	}
	return e.step(0, e.job(func(p pause) (any, error) { return c.run(e, raw, p) }))
}

// step runs a slice of a job; id is 0 before the first one ended.
func (e *Engine) step(id int, j *job) (Answer, error) {
	busy, more := j.next()
	if more {
		if id == 0 {
			e.last++
			id = e.last
			e.jobs[id] = j
		}
		busy.Job = id
		return Answer{Busy: &busy}, nil
	}
	delete(e.jobs, id)
	if j.err != nil {
		return Answer{}, j.err
	}
	encoded, err := json.Marshal(j.answer)
	return Answer{Answer: encoded}, err
}

// refusals are the codes of the protocol for the errors of the engine.
var refusals = []struct {
	err  error
	code string
}{
	{engine.ErrStaleDecision, "stale_decision"},
	{engine.ErrNotYours, "not_your_decision"},
	{engine.ErrIllegalMove, "illegal_move"},
	{engine.ErrMalformed, "malformed"},
	{engine.ErrFinished, "table_finished"},
	{engine.ErrNoTakeBack, "nothing_to_take_back"},
	{engine.ErrTooFast, "too_fast"},
	{engine.ErrNoChange, "no_change"},
	{engine.ErrConceded, "conceded"},
	{engine.ErrUnknownEvent, "newer_program"},
	{engine.ErrCorrupt, "damaged"},
	{study.ErrRunning, "table_running"},
	{lesson.ErrInvalid, Unreadable},
}

// errorOf returns the error that the caller gets. Any other error is a wrong command.
func errorOf(err error) *Refusal {
	if own, ok := errors.AsType[*Refusal](err); ok {
		return own
	}
	for _, r := range refusals {
		if errors.Is(err, r.err) {
			return &Refusal{Code: r.code, Detail: err.Error()}
		}
	}
	return &Refusal{Code: BadCommand, Detail: err.Error()}
}
