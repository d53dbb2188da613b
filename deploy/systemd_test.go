package deploy_test

import (
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// maxExposure is the bound of systemd's rating, from 0 (closed) to 10.
const maxExposure = 2.0

func TestUnits_Hardened(t *testing.T) {
	t.Parallel()
	analyze, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("systemd-analyze is not installed")
	}
	level := regexp.MustCompile(`Overall exposure level for \S+: ([0-9.]+)`)
	for _, unit := range []string{"nemeton.service", "nemeton-backup.service"} {
		t.Run(unit, func(t *testing.T) {
			t.Parallel()
			out, err := exec.CommandContext(t.Context(), analyze, "security", "--offline=true", "--no-pager", "systemd/"+unit).CombinedOutput()
			found := level.FindSubmatch(out)
			if found == nil {
				t.Skipf("this systemd-analyze cannot rate files: %v\n%s", err, out)
			}
			if got, err := strconv.ParseFloat(string(found[1]), 64); err != nil || got >= maxExposure {
				t.Errorf("got exposure %s, want less than %v", found[1], maxExposure)
			}
		})
	}
}

// Server and backup use the same database, user and settings.
func TestUnits_Agree(t *testing.T) {
	t.Parallel()
	var texts [2]string
	for i, unit := range []string{"nemeton.service", "nemeton-backup.service"} {
		raw := must.Return(os.ReadFile("systemd/" + unit))(t)
		texts[i] = string(raw)
	}
	for _, key := range []string{"EnvironmentFile=", "Environment=NEMETON_DATABASE=", "User=", "StateDirectory=", "UMask=", "ProtectSystem=", "SystemCallFilter="} {
		var values [2][]string
		for i, text := range texts {
			for line := range strings.Lines(text) {
				if strings.HasPrefix(line, key) {
					values[i] = append(values[i], line)
				}
			}
		}
		if len(values[0]) == 0 || strings.Join(values[0], "") != strings.Join(values[1], "") {
			t.Errorf("%s: got %q and %q, want the same", key, values[0], values[1])
		}
	}
}

// The packages contain every file of the folder systemd, and the documents name no other units.
func TestPackage_HasUnits(t *testing.T) {
	t.Parallel()
	packages := must.Return(os.ReadFile("packages/nfpm.yaml"))(t)
	files := must.Return(os.ReadDir("systemd"))(t)
	known := map[string]bool{}
	for _, f := range files {
		known[f.Name()] = true
		expect.Contains(t, string(packages), "src: ../systemd/"+f.Name()+"\n", "packages/nfpm.yaml lacks", f.Name())
	}
	for _, doc := range []string{"../README.md", "../docs/operations.md"} {
		raw := must.Return(os.ReadFile(doc))(t)
		units := regexp.MustCompile(`[a-z-]+\.(?:service|timer)\b`).FindAllString(string(raw), -1)
		if len(units) == 0 {
			t.Errorf("%s names no unit", doc)
		}
		for _, unit := range units {
			if !known[unit] {
				t.Errorf("%s names the unit %s, which does not exist", doc, unit)
			}
		}
	}
}
