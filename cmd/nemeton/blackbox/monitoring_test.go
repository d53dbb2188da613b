package blackbox_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"nemeton/play"
	proc "nemeton/play/process"
	"nemeton/testkit/must"
	"nemeton/testkit/privateca"
	"nemeton/testkit/testsize"
)

// prometheus is a running Prometheus that scrapes one node.
type prometheus struct {
	t   *testing.T
	url string
}

// newPrometheus scrapes the admin addresses every second, and evaluates the alert rules.
func newPrometheus(t *testing.T, admin ...string) *prometheus {
	t.Helper()
	program, err := exec.LookPath("prometheus")
	if err != nil || testsize.Get() < testsize.Long {
		t.Skip("needs a long run, and the Debian package prometheus")
	}
	rules := must.Return(filepath.Abs("../../../deploy/monitoring/alerts.yaml"))(t)
	dir, at := t.TempDir(), freeAddress(t)
	config := fmt.Sprintf("global: {scrape_interval: 1s, evaluation_interval: 1s}\nrule_files: [%q]\nscrape_configs: [{job_name: nemeton, static_configs: [{targets: [%s]}]}]\n", rules, strings.Join(admin, ", "))
	must.Succeed(t, os.WriteFile(filepath.Join(dir, "config"), []byte(config), 0o600))
	cmd := proc.Command(program, dir, "--config.file="+filepath.Join(dir, "config"), "--storage.tsdb.path="+filepath.Join(dir, "data"), "--web.listen-address="+at, "--log.level=warn")
	cmd.Stderr = t.Output()
	must.Succeed(t, cmd.Start())
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait() // the error is that of the signal
	})
	p := &process{t: t, url: "http://" + at}
	p.await("/-/ready", 200)
	return &prometheus{t: t, url: p.url}
}

// has reports whether an expression has data now.
func (p *prometheus) has(expr string) bool {
	p.t.Helper()
	var answer struct {
		Status string `json:"status"`
		Data   struct {
			Result []json.RawMessage `json:"result"`
		} `json:"data"`
	}
	p.ask("/api/v1/query?query="+url.QueryEscape(expr), &answer)
	return answer.Status == "success" && len(answer.Data.Result) > 0
}

func (p *prometheus) ask(path string, answer any) {
	p.t.Helper()
	must.Succeed(p.t, json.Unmarshal(fetch(p.t, p.url+path), answer))
}

// panels lists the expressions of the dashboard, without its variables.
func panels(t *testing.T) map[string]string {
	t.Helper()
	var board struct {
		Panels []struct {
			Title   string `json:"title"`
			Targets []struct {
				Expr string `json:"expr"`
			} `json:"targets"`
		} `json:"panels"`
	}
	raw, err := os.ReadFile("../../../deploy/monitoring/dashboard.json")
	if err == nil {
		err = json.Unmarshal(raw, &board)
	}
	must.Succeed(t, err)
	list := map[string]string{}
	for _, panel := range board.Panels {
		for n, target := range panel.Targets {
			list[fmt.Sprintf("panel %s, %d", panel.Title, n)] = strings.NewReplacer("$instance", ".*", "$__rate_interval", "1m").Replace(target.Expr)
		}
	}
	return list
}

// comparison is the condition of an alert. Without it, the expression has the values that the alert watches.
var comparison = regexp.MustCompile(` (?:==|>|<) [0-9.]+`)

// serveSecure runs a node with TLS. Only such a node has the metrics of certificates.
func serveSecure(t *testing.T, admin string) {
	t.Helper()
	dir, now := t.TempDir(), time.Now()
	certFile, keyFile := privateca.New(t).Files(dir, []string{"games.example"}, now, now.Add(24*time.Hour))
	cmd := proc.Command(program(t, plain), dir, "serve", "--database", "sqlite:"+filepath.Join(dir, "nemeton.db"), "--addr", freeAddress(t), "--http-addr", "off",
		"--admin-addr", admin, "--tls-cert", certFile, "--tls-key", keyFile)
	cmd.Stderr = t.Output()
	must.Succeed(t, cmd.Start())
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait() // the error is that of the signal
	})
}

// A scrape during play gives data for every panel of the dashboard and every alert, and no alert fires.
func TestMonitoring_EveryExpressionHasData(t *testing.T) {
	t.Parallel()
	admin, secure := freeAddress(t), freeAddress(t)
	monitor := newPrometheus(t, admin, secure)
	serveSecure(t, secure)
	p := serve(t, "sqlite:"+filepath.Join(t.TempDir(), "nemeton.db"), "--admin-addr", admin)
	l := newLoad(t, 1, play.Options{URLs: []string{p.url}, Title: "druids"})
	l.goOn(10)
	p.until("Prometheus has scraped the node", func() bool { return monitor.has(`up{job="nemeton"} == 1`) })

	var rules struct {
		Data struct {
			Groups []struct {
				Rules []struct {
					Name, Query, State, LastError string
				} `json:"rules"`
			} `json:"groups"`
		} `json:"data"`
	}
	monitor.ask("/api/v1/rules", &rules)
	exprs := panels(t)
	found := len(exprs)
	for _, group := range rules.Data.Groups {
		for _, rule := range group.Rules {
			// A healthy node answers no request with 5xx.
			exprs["alert "+rule.Name] = strings.ReplaceAll(comparison.ReplaceAllString(rule.Query, ""), `status=~"5.."`, `status=~"2.."`)
		}
	}
	if found < 10 || len(exprs) < found+10 {
		t.Fatalf("got %d expressions of panels, and %d with those of alerts", found, len(exprs))
	}
	for what, expr := range exprs {
		p.until(what+" has data", func() bool {
			l.goOn(1)
			return monitor.has(expr)
		})
	}
	monitor.ask("/api/v1/rules", &rules)
	for _, group := range rules.Data.Groups {
		for _, rule := range group.Rules {
			if rule.State == "firing" || rule.LastError != "" {
				t.Errorf("%s is %s (%s)", rule.Name, rule.State, rule.LastError)
			}
		}
	}
	t.Logf("%d expressions have data", len(exprs))
}
