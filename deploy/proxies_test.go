package deploy_test

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// The forms for Caddy and for nginx find the same table in every path of the API. So all requests of a table go to one node, behind either proxy.
func TestProxies_TableOfPath(t *testing.T) {
	t.Parallel()
	form := func(file, rule string) *regexp.Regexp {
		t.Helper()
		text := string(must.Return(os.ReadFile(file))(t))
		found := regexp.MustCompile(rule).FindStringSubmatch(text)
		if found == nil {
			t.Fatalf("%s has no line %s", file, rule)
		}
		return must.Return(regexp.Compile(found[1]))(t)
	}
	forms := map[string]*regexp.Regexp{
		"Caddy": form("caddy/Caddyfile", `(?s)@table path_regexp table (\S+)\n.*request_header @table X-Nemeton-Table \{re\.table\.1\}.*lb_policy header X-Nemeton-Table\n`),
		"nginx": form("../docs/operations.md", `(?s)map \$uri \$nemeton_table \{[^}]*\n *~(\S+) +\$table;\n.*hash \$nemeton_table consistent;`),
	}
	var api struct {
		Paths map[string]json.RawMessage `json:"paths"`
	}
	must.Succeed(t, json.Unmarshal(must.Return(os.ReadFile("../docs/openapi.json"))(t), &api))
	ofTables := 0
	const table = "0b9f2f7e-6c1d-4d55-8f0e-5a7d3c1b2a90"
	paths := map[string]string{"/api/v1/tables/" + table + "/socket": table, "/api/v1/tables/" + table + "/events": table, "/api/v1/me/socket": "", "/tables/" + table: ""}
	for path := range api.Paths {
		of := ""
		if strings.HasPrefix(path, "/tables/{id}") {
			of, ofTables = table, ofTables+1
		}
		paths["/api/v1"+strings.ReplaceAll(path, "{id}", table)] = of
	}
	if ofTables < 20 {
		t.Errorf("found %d paths of tables, want those of the whole API", ofTables)
	}
	for path, want := range paths {
		for name, of := range forms {
			got := ""
			if found := of.FindStringSubmatch(path); found != nil {
				got = found[1]
			}
			expect.Equal(t, got, want, name, path, "table")
		}
	}
}
