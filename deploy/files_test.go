package deploy_test

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"nemeton/testkit/must"
)

// object is a YAML or JSON object.
type object map[string]any

// at returns the value at a path of names; "0" is the first element of a list. It returns nil if there is no value.
func (o object) at(path ...string) any {
	var here any = o
	for _, step := range path {
		switch v := here.(type) {
		case object:
			here = v[step]
		case []any:
			if step != "0" || len(v) == 0 {
				return nil
			}
			here = v[0]
		default:
			return nil
		}
	}
	return here
}

// documents reads all documents of a YAML file. Duplicate keys are errors.
func documents(t *testing.T, file string) []object {
	t.Helper()
	raw := must.Return(os.ReadFile(file))(t)
	var list []object
	for read := yaml.NewDecoder(bytes.NewReader(raw)); ; {
		var o object
		if err := read.Decode(&o); errors.Is(err, io.EOF) {
			return list
		} else if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		list = append(list, o)
	}
}

// all lists the files of this folder and the compose files.
func all(t *testing.T) []string {
	t.Helper()
	list := []string{"../docker-compose.yml", "../docker-compose.cluster.yml"}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			list = append(list, path)
		}
		return err
	})
	must.Succeed(t, err)
	return list
}

func TestFiles_Parse(t *testing.T) {
	t.Parallel()
	seen := 0
	for _, file := range all(t) {
		if ext := filepath.Ext(file); ext == ".yaml" || ext == ".yml" {
			for _, o := range documents(t, file) {
				seen++
				if len(o) == 0 {
					t.Errorf("%s: an empty document", file)
				}
			}
		}
	}
	if seen < 8 {
		t.Errorf("read %d documents, want all", seen)
	}
}

// The program ignores unknown settings silently, so this test refuses them.
func TestFiles_SettingsAreKnown(t *testing.T) {
	t.Parallel()
	known := settings(t)
	for _, name := range []string{"HOST", "UPSTREAMS", "NET", "BIND", "PORT", "IMAGE", "HTTP_PORT", "HTTPS_PORT", "VERSION", "REVISION"} { // of compose and the Caddyfile
		known["NEMETON_"+name] = true
	}
	for _, file := range all(t) {
		raw := must.Return(os.ReadFile(file))(t)
		for _, name := range regexp.MustCompile(`NEMETON_[A-Z_]+`).FindAllString(string(raw), -1) {
			if !known[name] && !strings.HasSuffix(file, ".go") {
				t.Errorf("%s sets %s, which is not a setting of the program", file, name)
			}
		}
	}
}

// The grace periods cover the ten seconds that a stop may take, and the wait before it.
func TestFiles_TimeToStop(t *testing.T) {
	t.Parallel()
	for name, file := range map[string]string{"nemeton": "", "node-1": ".cluster", "node-2": ".cluster"} {
		if got := documents(t, "../docker-compose"+file+".yml")[0].at("services", name, "stop_grace_period"); got != "15s" {
			t.Errorf("%s: got a grace period of %v, want 15s", name, got)
		}
	}
	pod, ok := documents(t, "kubernetes/deployment.yaml")[0].at("spec", "template", "spec").(object)
	if !ok {
		t.Fatal("no pod")
	}
	if got := pod.at("terminationGracePeriodSeconds"); got != 20 {
		t.Errorf("got a grace period of %v, want 20: 5 for preStop, 10 for the program, 5 of margin", got)
	}
	if got := pod.at("containers", "0", "lifecycle", "preStop", "sleep", "seconds"); got != 5 {
		t.Errorf("got preStop %v, want five seconds", got)
	}
}

// settings returns the names of the program's settings.
func settings(t *testing.T) map[string]bool {
	t.Helper()
	table, err := os.ReadFile("../docs/flags.md") // a test compares it with the flags
	must.Succeed(t, err)
	known := map[string]bool{}
	for _, m := range regexp.MustCompile("`(NEMETON_[A-Z_]+)`").FindAllSubmatch(table, -1) {
		known[string(m[1])] = true
	}
	flags := must.Return(os.ReadFile("../server/limit/limits.go"))(t)
	for _, m := range regexp.MustCompile(`env:"([A-Z_]+)"`).FindAllSubmatch(flags, -1) {
		known["NEMETON_LIMIT_"+string(m[1])] = true
	}
	if len(known) < 20 {
		t.Fatalf("got settings %v, want at least 20", known)
	}
	return known
}

// An operator of compose can set every setting, except those that the file itself has to know.
func TestCompose_PassesSettings(t *testing.T) {
	t.Parallel()
	fixed := map[string]bool{"NEMETON_NODES": true, "NEMETON_MIGRATE_DATABASE": true, "NEMETON_NATS": true, "NEMETON_DRAIN_WAIT": true}
	ofTLS := regexp.MustCompile(`^NEMETON_(TLS|ACME|HTTP)_`) // Caddy has TLS
	for _, file := range []string{"../docker-compose.yml", "../docker-compose.cluster.yml"} {
		raw := must.Return(os.ReadFile(file))(t)
		for name := range settings(t) {
			if !fixed[name] && !ofTLS.MatchString(name) && !bytes.Contains(raw, []byte("  "+name+":")) {
				t.Errorf("%s does not pass on %s", file, name)
			}
		}
	}
}

// The proxy is in no network with the database, NATS or the metrics. No password is part of an address.
func TestCompose_Networks(t *testing.T) {
	t.Parallel()
	for _, file := range []string{"../docker-compose.yml", "../docker-compose.cluster.yml"} {
		compose := documents(t, file)[0]
		front, ok := compose.at("services", "caddy", "networks").(object)
		if !ok || len(front) != 1 || front["front"] == nil {
			t.Errorf("%s: caddy is in the networks %v, want front alone", file, front)
		}
		for _, name := range []string{"inside", "monitor"} {
			if compose.at("networks", name, "internal") != true {
				t.Errorf("%s: the network %s is not internal", file, name)
			}
		}
		raw := must.Return(os.ReadFile(file))(t)
		if regexp.MustCompile(`://[^"]*PASSWORD`).Match(raw) {
			t.Errorf("%s: a password is part of an address", file)
		}
	}
}
