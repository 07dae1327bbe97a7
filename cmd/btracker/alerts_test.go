package main_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var metricName = regexp.MustCompile(`\b(?:btracker|process|go)_[a-z_]+[a-z]\b`)

// A rule on a metric that nobody serves never fires, and a document that names one
// sends an operator looking for it.
func TestMetricsNamedForOperatorsAreServed(t *testing.T) {
	t.Parallel()
	s := servingWatched(t, nil, newCertified(t, "127.0.0.1").flags("--data", demoData(t))...)
	s.demoToken() // a request
	served := map[string]bool{}
	var samples strings.Builder
	for sample := range s.scrape() {
		name, _, _ := strings.Cut(sample, "{")
		served[name] = true
		for _, part := range []string{"_bucket", "_count", "_sum"} { // of a histogram
			served[strings.TrimSuffix(name, part)] = true
		}
		samples.WriteString(sample + "\n")
	}
	named := 0
	for _, file := range []string{"deploy/prometheus/alerts.yaml", "deploy/prometheus/alerts_test.yaml", "docs/operations.md", "docs/scaling.md"} {
		text, err := os.ReadFile(filepath.Join("..", "..", file))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range metricName.FindAllString(string(text), -1) {
			named++
			if !served[name] {
				t.Errorf("%s names %s, which is not served", file, name)
			}
		}
	}
	if named == 0 {
		t.Fatal("no metric was found")
	}
	for _, label := range []string{`route="GET /readyz"`, `status="200"`} { // the rules ask for them
		if !strings.Contains(samples.String(), label) {
			t.Errorf("no sample has %s", label)
		}
	}
}

// docs/operations.md quotes the rules as they are.
func TestAlertRulesAreQuoted(t *testing.T) {
	t.Parallel()
	rules, err := os.ReadFile(filepath.Join("..", "..", "deploy", "prometheus", "alerts.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	manual, err := os.ReadFile(filepath.Join("..", "..", "docs", "operations.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, groups, _ := strings.Cut(string(rules), "\ngroups:\n")
	if !strings.Contains(string(manual), "```yaml\ngroups:\n"+groups+"```\n") || strings.Count(groups, "- alert: ") != 6 {
		t.Error("docs/operations.md does not quote the six rules of deploy/prometheus/alerts.yaml")
	}
}
