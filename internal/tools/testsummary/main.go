// Testsummary reads the output of `go test -json`, shows what failed in full and the rest as one line a package, and
// fails when a test failed or was skipped: a skipped test is one that nobody ran.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
)

// event is the part of test2json's record that matters here.
type event struct {
	Action, Package, ImportPath, Test, Output string
	Elapsed                                   float64
}

func main() {
	ok, err := summarize(os.Stdin, os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "testsummary:", err)
	}
	if !ok || err != nil {
		os.Exit(1)
	}
}

func summarize(in io.Reader, out io.Writer) (ok bool, err error) {
	passed, failed, skipped := 0, 0, 0
	broken := false
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
					broken = broken || e.Action == "fail"
					break
				}
				switch e.Action {
				case "pass":
					passed++
				case "fail":
					failed++
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
	fmt.Fprintf(out, "%d tests passed, %d failed, %d skipped\n", passed, failed, skipped)
	return passed > 0 && failed == 0 && skipped == 0 && !broken, nil
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
