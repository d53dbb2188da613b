package deploy_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"nemeton/server/doctor"
	"nemeton/server/telemetry"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// measured returns the metrics of a server: their names, and the labels of each.
func measured(t *testing.T) map[string]map[string]bool {
	t.Helper()
	m := telemetry.NewMetrics()
	// Metrics with labels appear after their first count.
	m.Request("/api/v1/me", "GET", 200, time.Millisecond)
	m.Refused("unavailable")
	m.SetLimit("acts", 1)
	m.SetKeep("idle_guests", time.Hour)
	m.ReportStore(func() bool { return true })
	m.SetCertificate("games.example", nil)
	answer := httptest.NewRecorder()
	telemetry.Admin(m).ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/metrics", http.NoBody))
	names := map[string]map[string]bool{"up": {}} // made by Prometheus
	label := regexp.MustCompile(`([a-z_]+)="`)
	for line := range strings.Lines(answer.Body.String()) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		name := regexp.MustCompile(`^[a-z_0-9]+`).FindString(line)
		if names[name] == nil {
			names[name] = map[string]bool{}
		}
		for _, l := range label.FindAllStringSubmatch(line, -1) {
			names[name][l[1]] = true
		}
	}
	if len(names) < 20 {
		t.Fatalf("got %d metrics, want at least 20", len(names))
	}
	return names
}

// words are the keywords and functions of the query language that are used here.
var words = map[string]bool{
	"sum": true, "by": true, "rate": true, "increase": true, "changes": true, "histogram_quantile": true, "topk": true, "and": true, "on": true,
	"count": true, "time": true,
}

var (
	quoted   = regexp.MustCompile(`"[^"]*"`)
	matchers = regexp.MustCompile(`\{[^}]*\}`)
	windows  = regexp.MustCompile(`\[[^\]]*\]`)
	grouping = regexp.MustCompile(`\b(?:by|on) \(([^)]*)\)`)
	label    = regexp.MustCompile(`[a-z_]+`)
	name     = regexp.MustCompile(`[a-z_][a-z_0-9]*`)
)

// faults compares an expression with the known metrics and returns what is wrong. It is no parser: it knows the words used here and refuses others.
func faults(expr string, known map[string]map[string]bool) (list []string) {
	for _, pair := range []string{"()", "{}", "[]"} {
		if strings.Count(expr, pair[:1]) != strings.Count(expr, pair[1:]) {
			list = append(list, "unbalanced "+pair)
		}
	}
	labels := []string{}
	for _, m := range matchers.FindAllString(expr, -1) {
		labels = append(labels, label.FindAllString(quoted.ReplaceAllString(m, ""), -1)...)
	}
	for _, g := range grouping.FindAllStringSubmatch(expr, -1) {
		labels = append(labels, label.FindAllString(g[1], -1)...)
	}
	bare := grouping.ReplaceAllString(windows.ReplaceAllString(matchers.ReplaceAllString(expr, ""), ""), "")
	allowed, metrics := map[string]bool{"job": true, "instance": true}, 0
	for _, n := range name.FindAllString(bare, -1) {
		switch {
		case words[n]:
		case known[n] != nil:
			metrics++
			maps.Copy(allowed, known[n])
		default:
			list = append(list, fmt.Sprintf("%q is not a metric of the server", n))
		}
	}
	if metrics == 0 {
		list = append(list, "no metric")
	}
	for _, l := range labels {
		if !allowed[l] {
			list = append(list, fmt.Sprintf("none of its metrics has the label %q", l))
		}
	}
	return list
}

func checkExpr(t *testing.T, where, expr string, known map[string]map[string]bool) {
	t.Helper()
	for _, fault := range faults(expr, known) {
		t.Errorf("%s: %s: %s", where, fault, expr)
	}
}

// The check itself must find faults.
func TestFaults_AreFound(t *testing.T) {
	t.Parallel()
	known := measured(t)
	for expr, wrong := range map[string]bool{
		`sum by (code) (rate(nemeton_commands_refused_total{job="nemeton"}[5m]))`: false,
		`sum by (code) (rate(nemeton_commands_refuse_total{job="nemeton"}[5m]))`:  true, // no such metric
		`sum by (seat) (rate(nemeton_commands_refused_total[5m]))`:                true, // no such label
		`nemeton_sockets_open{table="x"}`:                                         true,
		`sum(nemeton_sockets_open`:                                                true,
		`avg(nemeton_sockets_open)`:                                               true, // an unknown word
		`up{job="nemeton"} == 0`:                                                  false,
	} {
		expect.Equal(t, len(faults(expr, known)) > 0, wrong, expr)
	}
}

// alert is an alert rule.
type alert struct {
	Alert       string            `json:"alert"`
	Expr        string            `json:"expr"`
	Labels      map[string]string `json:"labels"`
	Annotations map[string]string `json:"annotations"`
}

// decode reads the first document of a file.
func decode(t *testing.T, file string, to any) {
	t.Helper()
	raw, err := json.Marshal(documents(t, file)[0])
	if err == nil {
		err = json.Unmarshal(raw, to)
	}
	must.Succeed(t, err)
}

func alerts(t *testing.T) []alert {
	t.Helper()
	var file struct {
		Groups []struct {
			Rules []alert `json:"rules"`
		} `json:"groups"`
	}
	decode(t, "monitoring/alerts.yaml", &file)
	if len(file.Groups) != 1 || len(file.Groups[0].Rules) < 10 {
		t.Fatalf("got %d groups, want 1 with at least 10 rules", len(file.Groups))
	}
	return file.Groups[0].Rules
}

func TestAlerts(t *testing.T) {
	t.Parallel()
	known, seen := measured(t), map[string]bool{}
	anchors := headings(t, "../docs/operations.md")
	for _, rule := range alerts(t) {
		if seen[rule.Alert] || !strings.HasPrefix(rule.Alert, "Nemeton") {
			t.Errorf("%q is a duplicate, or lacks the prefix Nemeton", rule.Alert)
		}
		seen[rule.Alert] = true
		checkExpr(t, rule.Alert, rule.Expr, known)
		page, anchor, _ := strings.Cut(rule.Annotations["runbook"], "#")
		if rule.Annotations["summary"] == "" || page != "docs/operations.md" || !slices.Contains(anchors, anchor) {
			t.Errorf("%s: no summary, or its runbook %q does not exist", rule.Alert, rule.Annotations["runbook"])
		}
		if s := rule.Labels["severity"]; s != "page" && s != "ticket" {
			t.Errorf("%s: severity %q", rule.Alert, s)
		}
	}
}

// The unit tests show that each rule fires, and that it is silent on data that it looks at.
func TestAlerts_FireAndStaySilent(t *testing.T) {
	t.Parallel()
	var file struct {
		Tests []struct {
			Series []struct {
				Series string `json:"series"`
			} `json:"input_series"`
			Checks []struct {
				Alert    string `json:"alertname"`
				Expected []any  `json:"exp_alerts"`
			} `json:"alert_rule_test"`
		} `json:"tests"`
	}
	decode(t, "monitoring/alerts.test.yaml", &file)
	metrics, fires, silent := map[string]string{}, map[string]bool{}, map[string]bool{}
	for _, rule := range alerts(t) {
		metrics[rule.Alert] = regexp.MustCompile(`(?:nemeton|process)_[a-z_]+|\bup\b`).FindString(rule.Expr)
	}
	for _, test := range file.Tests {
		for _, check := range test.Checks {
			if len(check.Expected) > 0 {
				fires[check.Alert] = true
				continue
			}
			for _, series := range test.Series {
				silent[check.Alert] = silent[check.Alert] || metrics[check.Alert] != "" && strings.HasPrefix(series.Series, metrics[check.Alert]+"{")
			}
		}
	}
	for name := range metrics {
		if !fires[name] || !silent[name] {
			t.Errorf("%s: a test lets it fire: %v; a test lets it stay silent: %v", name, fires[name], silent[name])
		}
	}
}

// quiet are the metrics without an alert, with the reasons.
var quiet = map[string]string{
	"nemeton_append_seconds":              "its buckets have an alert",
	"nemeton_entries_folded_total":        "work",
	"nemeton_keep_seconds":                "a setting",
	"nemeton_limit":                       "a setting",
	"nemeton_news_heard_total":            "work",
	"nemeton_news_sent_total":             "work",
	"nemeton_removed_total":               "work",
	"nemeton_restores_total":              "follows from lost histories, which have an alert",
	"nemeton_sockets_open":                "work; file descriptors have an alert",
	"nemeton_tables_in_memory":            "work",
	"nemeton_http_request_seconds":        "its count has an alert",
	"nemeton_append_seconds_sum":          "work",
	"nemeton_append_seconds_count":        "work",
	"nemeton_http_request_seconds_sum":    "work",
	"nemeton_http_request_seconds_bucket": "work",
}

// A metric of the server has an alert, or a reason why it needs none.
func TestAlerts_EveryMetric(t *testing.T) {
	t.Parallel()
	exprs := ""
	for _, rule := range alerts(t) {
		exprs += rule.Expr + "\n"
	}
	for metric := range measured(t) {
		if !strings.HasPrefix(metric, "nemeton_") {
			continue
		}
		used := regexp.MustCompile(`\b` + metric + `\b`).MatchString(exprs)
		if _, reason := quiet[metric]; used == reason {
			t.Errorf("%s: is in an alert: %v; has a reason for none: %v", metric, used, reason)
		}
	}
}

// The rule and the doctor call the end of a certificate near at the same time.
func TestAlerts_CertificateAsDoctor(t *testing.T) {
	t.Parallel()
	for _, rule := range alerts(t) {
		if rule.Alert == "NemetonCertificateEnds" {
			if want := fmt.Sprintf("%d * (nemeton_certificate_expiry_timestamp_seconds", doctor.LastPart); !strings.HasPrefix(rule.Expr, want) {
				t.Errorf("got %s, want a rule that begins with %s", rule.Expr, want)
			}
			return
		}
	}
	t.Error("there is no rule")
}

// headings returns the anchors of a document.
func headings(t *testing.T, file string) []string {
	t.Helper()
	raw := must.Return(os.ReadFile(file))(t)
	var list []string
	for _, m := range regexp.MustCompile(`(?m)^#+ (.+)$`).FindAllStringSubmatch(string(raw), -1) {
		plain := regexp.MustCompile(`[^a-z0-9 -]`).ReplaceAllString(strings.ToLower(m[1]), "")
		list = append(list, strings.ReplaceAll(plain, " ", "-"))
	}
	return list
}

func TestDashboard(t *testing.T) {
	t.Parallel()
	var board struct {
		UID    string `json:"uid"`
		Panels []struct {
			ID      int    `json:"id"`
			Title   string `json:"title"`
			Targets []struct {
				Expr string `json:"expr"`
			} `json:"targets"`
			Grid struct {
				X int `json:"x"`
				W int `json:"w"`
			} `json:"gridPos"`
		} `json:"panels"`
	}
	raw, err := os.ReadFile("monitoring/dashboard.json")
	if err == nil {
		err = json.Unmarshal(raw, &board)
	}
	if err != nil || board.UID == "" || len(board.Panels) == 0 {
		t.Fatalf("got %v, uid %q, %d panels", err, board.UID, len(board.Panels))
	}
	known, ids := measured(t), map[int]bool{}
	for _, p := range board.Panels {
		if ids[p.ID] || p.Title == "" || len(p.Targets) == 0 || p.Grid.W == 0 || p.Grid.X+p.Grid.W > 24 {
			t.Errorf("panel %d %q is a duplicate, lacks a title or targets, or is off the board", p.ID, p.Title)
		}
		ids[p.ID] = true
		for _, target := range p.Targets {
			checkExpr(t, p.Title, target.Expr, known)
		}
	}
}
