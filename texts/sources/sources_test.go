package sources_test

import (
	"encoding/json"
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/texts"
	"nemeton/texts/sources"
	"nemeton/web"
)

var all = sources.New(web.TitleTexts)

// files are the names of the files that each language has.
func files(t *testing.T) []string {
	t.Helper()
	titles, err := filepath.Glob("../../web/src/games/*/texts/en.json")
	if err != nil || len(titles) == 0 {
		t.Fatalf("got the titles %v, %v", titles, err)
	}
	names := []string{"client", "server", "admin"}
	for _, title := range titles {
		names = append(names, filepath.Base(filepath.Dir(filepath.Dir(title))))
	}
	return names
}

func TestText(t *testing.T) {
	t.Parallel()
	if own, english, err := all.Text("de", "client", "app.close"); err != nil || own != "Schließen" || english != "Close" {
		t.Errorf("got %q, %q and %v", own, english, err)
	}
	for _, c := range [][3]string{{"xx", "client", "app.close"}, {"de", "../de/client", "app.close"}, {"de", "", "app.close"}, {"de", "nogame", "about"}, {"de", "client", "no.key"}, {"de", "client", ""}, {"de", "..", "x"}} {
		expect.Error(t, expect.Third(all.Text(c[0], c[1], c[2])), sources.ErrUnknown, c)
	}
}

// The check of corrections accepts every text that the build accepts.
func TestCheck_AcceptsAllTexts(t *testing.T) {
	t.Parallel()
	folders, err := filepath.Glob("../*/client.json")
	if err != nil || len(folders) < 6 {
		t.Fatalf("got the languages %v, %v", folders, err)
	}
	for _, folder := range folders {
		language := filepath.Base(filepath.Dir(folder))
		client := must.Return(all.File(language, "client"))(t)
		forms := texts.Forms(client)
		for _, file := range files(t) {
			own := must.Return(all.File(language, file))(t)
			english := must.Return(all.File(texts.Default, file))(t)
			for _, key := range slices.Sorted(maps.Keys(own)) {
				expect.Error(t, texts.Check(english[key], own[key], forms), nil, language, file, key)
			}
		}
	}
}

func git(t *testing.T, folder string, stdin []byte, args ...string) string {
	t.Helper()
	c := exec.CommandContext(t.Context(), "git", args...)
	c.Dir, c.Stdin = folder, strings.NewReader(string(stdin))
	c.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(folder), "GIT_CONFIG_GLOBAL=/dev/null")
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return string(out)
}

// copyTexts copies the files of a language, at their paths in the repository.
func copyTexts(t *testing.T, language string) (root string) {
	t.Helper()
	root = t.TempDir()
	for _, pattern := range []string{"texts/" + language + "/*.json", "web/src/games/*/texts/" + language + ".json"} {
		found := must.Return(filepath.Glob(filepath.Join("../..", pattern)))(t)
		for _, file := range found {
			raw := must.Return(os.ReadFile(file))(t)
			to := filepath.Join(root, strings.TrimPrefix(file, "../.."))
			must.Succeed(t, errors.Join(os.MkdirAll(filepath.Dir(to), 0o700), os.WriteFile(to, raw, 0o600)))
		}
	}
	return root
}

// Git applies the patch, which changes the corrected lines and nothing else. The others are returned.
func TestPatch_Git(t *testing.T) {
	t.Parallel()
	client := must.Return(all.File("de", "client"))(t)
	english := must.Return(all.File("en", "client"))(t)
	var first, last string // lines of the file
	var plural string
	raw := must.Return(texts.File("de", "client"))(t)
	for line := range strings.Lines(string(raw)) {
		if key, _, ok := strings.Cut(strings.TrimPrefix(line, `  "`), `": `); ok {
			if !strings.Contains(english[key], "{") {
				if first == "" {
					first = key
				}
				last = key
			}
			if plural == "" && strings.Contains(client[key], ", plural") {
				plural = key
			}
		}
	}
	good := []sources.Correction{
		{"de", "client", first, `"Ä" <b> & \ ` + "\u00a0€"}, {"de", "client", last, "Ende"}, {"de", "client", "app.close", "Zumachen"},
		{"de", "client", "settings.keys", "Neu"}, {"de", "client", plural, strings.Replace(client[plural], "{", "Neu: {", 1)},
		{"de", "meduris", "about", "Ein Spiel."}, {}, {"de", "admin", "skip", "Weiter"},
	}
	server := must.Return(all.File("de", "server"))(t)
	plain := slices.IndexFunc(slices.Sorted(maps.Keys(server)), func(key string) bool { return !strings.Contains(server[key], "{") })
	good[6] = sources.Correction{Language: "de", File: "server", Key: slices.Sorted(maps.Keys(server))[plain], Text: "Neu"}
	bad := []sources.Correction{
		{"de", "client", "app.close", "Noch einer"}, {"de", "client", "keys.title", client["keys.title"]}, {"de", "client", "no.key", "Neu"}, {"de", "nogame", "about", "Neu"},
		{"xx", "client", "app.close", "Neu"}, {"de", "client", plural, "ohne Zahl"}, {"de", "client", "keys.board", "{"}, {"de", "admin", "pages", "{x, select, other {}}"},
	}
	patch, left, err := all.Patch(append(slices.Clone(good), bad...))
	must.Succeed(t, err)
	expect.Equal(t, len(left), len(bad), "the refusals")
	for i, r := range left {
		if r.Correction != bad[i] || r.Why == nil {
			t.Errorf("got the refusal %v, want %v", r, bad[i])
		}
	}
	root := copyTexts(t, "de")
	git(t, root, nil, "init", "--quiet")
	git(t, root, nil, "add", ".")
	git(t, root, nil, "-c", "user.name=ada", "-c", "user.email=ada@example.org", "commit", "--quiet", "--message", "texts")
	git(t, root, patch, "apply", "--index", "--whitespace=error", "-")
	expect.Equal(t, strings.Count(git(t, root, nil, "diff", "--cached", "--numstat"), "\n"), 4, "changed files")
	if again := git(t, root, nil, "diff", "--cached", "--full-index", "--no-color", "--no-renames"); strings.Count(again, "\n+") != len(good)+4 {
		t.Errorf("got the changes %s", again)
	} else if gitLines, own := index(again), index(string(patch)); !slices.Equal(gitLines, own) {
		t.Errorf("git names the files %v, the patch %v", gitLines, own)
	}
	for _, c := range good {
		where := filepath.Join(root, "texts", c.Language, c.File+".json")
		if c.File == "meduris" {
			where = filepath.Join(root, "web/src/games", c.File, "texts", c.Language+".json")
		}
		raw := must.Return(os.ReadFile(where))(t)
		expect.Equal(t, decode(t, raw)[c.Key], c.Text, c.Key)
	}
}

func decode(t *testing.T, raw []byte) (all map[string]string) {
	t.Helper()
	must.Succeed(t, json.Unmarshal(raw, &all))
	return all
}

// index returns the lines with the names of contents.
func index(patch string) (lines []string) {
	for line := range strings.Lines(patch) {
		if strings.HasPrefix(line, "index ") {
			lines = append(lines, strings.TrimSpace(line))
		}
	}
	return lines
}

func TestPatch_Nothing(t *testing.T) {
	t.Parallel()
	patch, left, err := all.Patch([]sources.Correction{{Language: "de", File: "client", Key: "no.key", Text: "x"}})
	if err != nil || len(patch) != 0 || len(left) != 1 {
		t.Errorf("got %q, %v and %v", patch, left, err)
	}
}
