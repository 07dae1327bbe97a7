// Testsummary reads the output of `go test -json`, shows what failed in full and the rest as one line a package, and
// fails when a test failed or was skipped: a skipped test is one that nobody ran. The durations of tests are appended to
// the file that TEST_TIMES names, from which scripts/stages.sh lists the slowest.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

// event is the part of test2json's record that matters here.
type event struct {
	Action, Package, ImportPath, Test, Output string
	Elapsed                                   float64
}

func main() {
	var times strings.Builder
	ok, err := summarize(os.Stdin, os.Stdout, &times)
	if err == nil {
		err = appendTimes(os.Getenv("TEST_TIMES"), times.String())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "testsummary:", err)
	}
	if !ok || err != nil {
		os.Exit(1)
	}
}

func appendTimes(file, times string) error {
	if file == "" {
		return nil
	}
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString(times)
	return errors.Join(err, f.Close())
}

func summarize(in io.Reader, out, times io.Writer) (ok bool, err error) {
	passed, skipped := 0, 0
	var failed []string // tests, and packages that failed outside of their tests
	// Output is held back until the outcome is known: that of passing tests is noise.
	held := map[string]*strings.Builder{}
	reader := bufio.NewReader(in)
	for {
		line, readErr := reader.ReadBytes('\n')
		if len(line) > 0 {
			var e event
			if err := json.Unmarshal(line, &e); err != nil {
				out.Write(line) // a build failure or a crash speaks plainly
				continue
			}
			key := e.Package + " " + e.Test
			switch e.Action {
			case "build-output":
				fmt.Fprint(out, e.Output)
			case "output":
				if held[key] == nil {
					held[key] = &strings.Builder{}
				}
				held[key].WriteString(e.Output)
			case "pass", "fail", "skip":
				text := held[key]
				delete(held, key)
				if e.Test == "" {
					describe(out, e, text)
					if e.Action == "fail" && !slices.ContainsFunc(failed, func(test string) bool { return strings.HasPrefix(test, e.Package+" ") }) {
						failed = append(failed, e.Package)
					}
					break
				}
				if isCounted(e.Test) {
					fmt.Fprintf(times, "%.1f\t%s %s\n", e.Elapsed, e.Package, e.Test)
				}
				switch e.Action {
				case "pass":
					passed++
				case "fail":
					failed = append(failed, e.Package+" "+e.Test)
					fmt.Fprint(out, text)
				case "skip":
					skipped++
					fmt.Fprint(out, text)
				}
			}
		}
		if readErr == io.EOF {
			break
		}
		if readErr != nil {
			return false, readErr
		}
	}
	for _, name := range failed {
		fmt.Fprintln(out, "failed:", name)
	}
	fmt.Fprintf(out, "%d tests passed, %d failed, %d skipped\n", passed, len(failed), skipped)
	return passed > 0 && len(failed) == 0 && skipped == 0, nil
}

// isCounted tells whether a test is listed with its duration: as a whole, or by its half on one database, because the
// two run beside each other and the whole then counts neither. Other subtests are part of one of these.
func isCounted(test string) bool {
	_, part, isPart := strings.Cut(test, "/")
	return !isPart || part == "sqlite" || part == "postgres"
}

// describe prints the line of a package, and what it said beside its tests when it failed.
func describe(out io.Writer, e event, text *strings.Builder) {
	if e.Action == "skip" {
		return // a package without test files
	}
	fmt.Fprintf(out, "%s  %-30s %6.1fs\n", e.Action, e.Package, e.Elapsed)
	if e.Action == "fail" && text != nil {
		fmt.Fprint(out, text)
	}
}
