package main

import (
	"fmt"
	"os"
	"regexp"
	"runtime"
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

const reportHead = `# Proof

Written by ` + "`make prove`" + `, on %s with %d processors. Each row is a promise that was tried on the built binary, as real
processes; the last column says when, and how busy the machine was besides (the load average when it began). The same
promises run with small numbers in ` + "`make test`" + `, which holds none of them to a clock.

| promise | what it means | seen | | seconds | tried |
| --- | --- | --- | --- | --- | --- |
`

const reportFoot = `
## What this does not show

- ` + "`disk-full` and `fsync`" + ` put themselves between the server and the kernel (seccomp's user notifications), which takes no
  special rights: each call by which SQLite writes, makes room or flushes is asked about first. While the disk is full, every
  call that would make a file of the data directory grow fails with ENOSPC, and writing over what is there succeeds, as on
  ext4 or XFS. Not shown: a write of which a part still finds room, file systems that need room to write over (btrfs, ZFS), a
  disk that fails in other ways, and a full disk under PostgreSQL.
- ` + "`kill-*`" + ` ends processes, not machines: what the kernel has not written yet survives that. For a power cut ` + "`fsync`" + ` shows that
  every acknowledged commit was flushed; whether the disk keeps what it has flushed is the disk's promise.
`

var reportRow = regexp.MustCompile("(?m)^\\| `([a-z-]+)` \\|.*$")

// writeReport writes the results. Promises that were not tried this time keep the
// row of the last time.
func writeReport(file string, results []result) error {
	earlier, _ := os.ReadFile(file) // there may be none
	rows := map[string]string{}
	for _, row := range reportRow.FindAllStringSubmatch(string(earlier), -1) {
		rows[row[1]] = row[0]
	}
	for _, r := range results {
		rows[r.name] = r.row()
	}
	var text strings.Builder
	fmt.Fprintf(&text, reportHead, processor(), runtime.NumCPU())
	for _, p := range promises {
		if row, tried := rows[p.name]; tried {
			text.WriteString(row + "\n")
		}
	}
	text.WriteString(reportFoot)
	return os.WriteFile(file, []byte(text.String()), 0o644)
}

func (r result) row() string {
	seen := strings.NewReplacer("|", `\|`, "\n", " ").Replace(r.line())
	return fmt.Sprintf("| `%s` | %s | %s | %s | %.0f | %s, load %s |", r.name, r.text, seen, r.verdict(), r.took.Seconds(), r.began.UTC().Format("2006-01-02 15:04"), r.load)
}

var modelName = regexp.MustCompile(`(?m)^model name\s*: (.*)$`)

// processor is the machine's own name for its processor.
func processor() string {
	info, _ := os.ReadFile("/proc/cpuinfo")
	if name := modelName.FindSubmatch(info); name != nil {
		return string(name[1])
	}
	return runtime.GOARCH
}
