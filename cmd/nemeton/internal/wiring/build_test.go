package wiring

import (
	"runtime/debug"
	"testing"

	"nemeton/testkit/expect"
)

func TestVersionOf(t *testing.T) {
	t.Parallel()
	const commit = "0123456789abcdef0123"
	built := func(module, dirty string) *debug.BuildInfo {
		return &debug.BuildInfo{Main: debug.Module{Version: module}, Settings: []debug.BuildSetting{
			{Key: "vcs.revision", Value: commit}, {Key: "vcs.modified", Value: dirty},
		}}
	}
	for name, c := range map[string]struct {
		release, revision string
		info              *debug.BuildInfo
		want              string
	}{
		"the linker's version":            {"v1.2.3", "", built("v9.9.9", "false"), "v1.2.3"},
		"the module's version":            {"", "", built("v1.2.3", "false"), "v1.2.3"},
		"a commit":                        {"", "", built("(devel)", "false"), "0123456789ab"},
		"a commit with changes":           {"", "", built("(devel)", "true"), "0123456789ab+changes"},
		"the linker's commit":             {"", commit, built("(devel)", "true"), "0123456789ab"},
		"neither a version nor a commit":  {"", "", &debug.BuildInfo{Main: debug.Module{Version: "(devel)"}}, "unversioned"},
		"a program without information":   {"", "", nil, "unversioned"},
		"a build outside of a repository": {"", "", &debug.BuildInfo{}, "unversioned"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			expect.Equal(t, versionOf(c.release, c.revision, c.info), c.want)
		})
	}
}
