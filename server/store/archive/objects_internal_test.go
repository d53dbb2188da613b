package archive

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// Both kinds of archives keep the contract of Objects.
func TestObjects(t *testing.T) {
	t.Parallel()
	for name, o := range places(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			expect.Error(t, expect.Second(o.Get(t.Context(), "aa/b", 9)), errMissing, "an object that was never stored")
			must.Succeed(t, o.Delete(t.Context(), "aa/b"))
			var want []string
			for n := range 30 {
				name := fmt.Sprintf("%02d/%d.x", n%3, n)
				must.Succeed(t, o.Put(t.Context(), name, []byte(name)))
				want = append(want, name)
			}
			slices.Sort(want)
			expect.Slice(t, names(t, o), want, "the names")
			content, err := o.Get(t.Context(), want[7], int64(len(want[7])))
			if err != nil || string(content) != want[7] {
				t.Errorf("got %q and error %v, want %q", content, err, want[7])
			}
			expect.Error(t, expect.Second(o.Get(t.Context(), want[7], int64(len(want[7])-1))), errLarger, "a larger object")
			must.Succeed(t, o.Delete(t.Context(), want[0]))
			must.Succeed(t, o.Delete(t.Context(), want[0]))
			expect.Slice(t, names(t, o), want[1:], "the names", "after a deletion")
			stop := errors.New("enough")
			seen := 0
			err = o.List(t.Context(), func(string) error { seen++; return stop })
			if !errors.Is(err, stop) || seen != 1 {
				t.Errorf("got error %v after %d names", err, seen)
			}
		})
	}
}

// Two archives in one bucket do not see each other's objects.
func TestBucket_Prefix(t *testing.T) {
	t.Parallel()
	one := newBucket(t, "/games/one").(bucket)
	other := one
	other.prefix = "other/"
	must.Succeed(t, one.Put(t.Context(), "a/b", []byte("x")))
	expect.Error(t, expect.Second(other.Get(t.Context(), "a/b", 9)), errMissing)
	expect.Slice(t, names(t, other), nil, "the names")
}

// A file that is being written is no object, and only the server's user can read objects.
func TestDirectory_Files(t *testing.T) {
	t.Parallel()
	d := directory(t.TempDir())
	must.Succeed(t, d.Put(t.Context(), "aa/b", []byte("x")))
	must.Succeed(t, os.WriteFile(d.path("aa/c"+unfinished), []byte("x"), 0o600))
	must.Succeed(t, os.Mkdir(d.path("lost+found"), 0))
	expect.Slice(t, names(t, d), []string{"aa/b"}, "the names")
	must.Succeed(t, d.Delete(t.Context(), "aa/c"))
	for path, want := range map[string]os.FileMode{"aa": 0o700 | os.ModeDir, "aa/b": 0o600} {
		expect.Equal(t, must.Return(os.Stat(filepath.Join(string(d), path)))(t).Mode(), want, path, "mode and error")
	}
	expect.Equal(t, len(must.Return(os.ReadDir(filepath.Join(string(d), "aa")))(t)), 1, "the folder has files")
}

func TestOpen_Addresses(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{"/srv/games": "/srv/games", "https://s3.example/games": "https://s3.example/games", "": ""} {
		o, err := Open(address)
		if err != nil || want == "" && o != nil || want != "" && o.String() != want {
			t.Errorf("%q: got %v and error %v", address, o, err)
		}
	}
	for _, address := range []string{"s3://games", "https://s3.example", "https://s3.example/", "https://ada:hush@s3.example/games", "https://%zz:hush@/x", "ftp://x/y"} {
		if o, err := Open(address); err == nil || o != nil || strings.Contains(err.Error(), "hush") {
			t.Errorf("%q: got %v and error %v, want an error without the password", address, o, err)
		}
	}
}
