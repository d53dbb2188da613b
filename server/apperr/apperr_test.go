package apperr_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

func TestOf(t *testing.T) {
	t.Parallel()
	taken := apperr.New(apperr.SeatTaken, "that seat is taken")
	for name, c := range map[string]struct {
		err     error
		code    apperr.Code
		message string
	}{
		"nothing":            {nil, "", ""},
		"a refusal":          {taken, apperr.SeatTaken, "that seat is taken"},
		"a refusal, wrapped": {fmt.Errorf("sit: %w", taken), apperr.SeatTaken, "that seat is taken"},
		"a failure":          {errors.New("disk"), apperr.Internal, "an internal error occurred"},
		"a timeout":          {fmt.Errorf("read: %w", context.DeadlineExceeded), apperr.Unavailable, "that took too long; try again"},
		"a full queue":       {fmt.Errorf("x: %w", store.ErrOverloaded), apperr.Overloaded, "too many people use this server at once; try again in a moment"},
		"a store away":       {fmt.Errorf("x: %w", store.ErrUnavailable), apperr.Unavailable, "the server could not save or read its data; try again"},
		"a store's timeout": {
			fmt.Errorf("%w: %w", store.ErrUnavailable, context.DeadlineExceeded), apperr.Unavailable, "the server could not save or read its data; try again",
		},
		"a damaged store":     {fmt.Errorf("x: %w", store.ErrDamaged), apperr.Damaged, "the stored data is damaged"},
		"another history":     {fmt.Errorf("x: %w", store.ErrDiverged), apperr.Unavailable, "this has just changed; try again"},
		"a changed row":       {fmt.Errorf("x: %w", store.ErrConflict), apperr.Unavailable, "this has just changed; try again"},
		"no row":              {fmt.Errorf("x: %w", store.ErrNotFound), apperr.UnknownTable, "there is no such table"},
		"a missing key":       {store.ErrSealed, apperr.Sealed, "the secret of this table is encrypted with a key that this server does not have"},
		"a code with a cause": {apperr.Wrap(errors.New("eof"), apperr.Malformed, "not JSON"), apperr.Malformed, "not JSON"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			expect.Equal(t, apperr.CodeOf(c.err), c.code, "code")
			expect.Equal(t, apperr.MessageOf(c.err), c.message, "message")
		})
	}
}

func TestError_CauseIsKept(t *testing.T) {
	t.Parallel()
	cause := errors.New("disk full")
	err := fmt.Errorf("append: %w", apperr.Wrap(cause, apperr.Unavailable, "try again"))
	expect.Error(t, err, cause)
	if !errors.Is(err, apperr.New(apperr.Unavailable, "")) || errors.Is(err, apperr.New(apperr.Internal, "")) {
		t.Errorf("got %v, want it to match its own code only", err)
	}
}

// The codes in docs/protocol.md and in the code are the same.
func TestCodes_MatchTheProtocol(t *testing.T) {
	t.Parallel()
	raw := must.Return(os.ReadFile("../../docs/protocol.md"))(t)
	_, text, ok := strings.Cut(string(raw), "## Codes of problem documents")
	if !ok {
		t.Fatal("docs/protocol.md has no section of codes")
	}
	text, _, _ = strings.Cut(text, "\n## ")
	documented := map[apperr.Code]int{}
	for _, m := range regexp.MustCompile("`([a-z_]+)` (\\d{3})").FindAllStringSubmatch(text, -1) {
		documented[apperr.Code(m[1])], _ = strconv.Atoi(m[2])
	}
	for _, code := range apperr.Codes() {
		expect.Equal(t, documented[code], code.Status(), code, "the protocol")
		delete(documented, code)
	}
	if len(documented) > 0 {
		t.Errorf("docs/protocol.md has codes that the server does not know: %v", documented)
	}
}
