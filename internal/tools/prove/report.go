package main

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"
)

// writeReport writes what was proved, when, and on what kind of machine.
func writeReport(file string, results []result, began time.Time) error {
	load, _ := os.ReadFile("/proc/loadavg")
	var text strings.Builder
	fmt.Fprintf(&text, "# Proof\n\nWritten by `make prove` on %s in %d minutes: %s, %d processors, load average %s at the end.\n",
		began.UTC().Format("2 January 2006"), int(time.Since(began).Minutes())+1, processor(), runtime.NumCPU(), strings.Join(strings.Fields(string(load))[:3], ", "))
	text.WriteString("Each line is a promise that was tried on the built binary, as real processes. The same promises run with small numbers in\n`make test`.\n\n| promise | what it means | seen | | seconds |\n| --- | --- | --- | --- | --- |\n")
	for _, r := range results {
		fmt.Fprintf(&text, "| `%s` | %s | %s | %s | %.0f |\n", r.name, r.text, strings.ReplaceAll(strings.ReplaceAll(r.line(), "|", "\\|"), "\n", " "), r.verdict(), r.took.Seconds())
	}
	return os.WriteFile(file, []byte(text.String()), 0o644)
}

// processor is the machine's own name for what it computes with.
func processor() string {
	info, _ := os.ReadFile("/proc/cpuinfo")
	for line := range strings.Lines(string(info)) {
		if name, ok := strings.CutPrefix(line, "model name"); ok {
			return strings.TrimLeft(strings.TrimSpace(name), ": \t")
		}
	}
	return runtime.GOARCH
}
