package main

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"time"
)

// result is what came of a promise.
type result struct {
	promise
	figures string
	began   time.Time
	load    string // average of the machine, then
	took    time.Duration
	err     error
}

func (r result) String() string {
	return fmt.Sprintf("%-17s %-6s %6.1f s  %s", r.name, r.verdict(), r.took.Seconds(), r.line())
}

func (r result) verdict() string {
	if r.err != nil {
		return "FAILED"
	}
	return "passed"
}

func (r result) line() string {
	if r.err != nil {
		return r.err.Error() + " (" + r.figures + ")"
	}
	return r.figures
}

// tableHead is the line above the rows of the report. An empty line ends them.
const tableHead = "\n| --- | --- | --- | --- | --- | --- |"

var reportRow = regexp.MustCompile("(?m)^\\| `([a-z-]+)` \\|.*$")

// writeReport puts the results into the table of a report. Promises that were not
// tried this time keep the row of the last time.
func writeReport(file string, results []result) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	before, table, found := strings.Cut(string(text), tableHead)
	if !found {
		return fmt.Errorf("%s has no table of promises", file)
	}
	table, after, _ := strings.Cut(table, "\n\n")
	rows := map[string]string{}
	for _, row := range reportRow.FindAllStringSubmatch(table, -1) {
		rows[row[1]] = "\n" + row[0]
	}
	for _, r := range results {
		rows[r.name] = "\n" + r.row()
	}
	table = ""
	for _, p := range promises {
		table += rows[p.name]
	}
	return os.WriteFile(file, []byte(before+tableHead+table+"\n\n"+after), 0o644)
}

func (r result) row() string {
	seen := strings.NewReplacer("|", `\|`, "\n", " ").Replace(r.line())
	return fmt.Sprintf("| `%s` | %s | %s | %s | %.0f | %s, load %s |", r.name, r.text, seen, r.verdict(), r.took.Seconds(), r.began.UTC().Format("2006-01-02 15:04"), r.load)
}
