package program

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// ticksPerSecond is what Linux counts a process's CPU time in, whatever the kernel's own timer is set to.
const ticksPerSecond = 100

// CPU is the processor time a process has used so far, in user and kernel mode.
func CPU(pid int) time.Duration {
	s := stat(fmt.Sprintf("/proc/%d/stat", pid))
	return ticks(s.user + s.kernel)
}

// FamilyCPU is that of a process and its children, those that have ended included.
func FamilyCPU(pid int) time.Duration {
	own := fmt.Sprintf("/proc/%d/stat", pid)
	s := stat(own)
	total := s.user + s.kernel + s.ended
	others, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, other := range others {
		if child := stat(other); other != own && child.parent == int64(pid) {
			total += child.user + child.kernel
		}
	}
	return ticks(total)
}

func ticks(n int64) time.Duration { return time.Duration(n) * time.Second / ticksPerSecond }

// usage is what Linux counts of a process, in ticks.
type usage struct{ parent, user, kernel, ended int64 }

// stat is zero for a process that is gone.
func stat(file string) (u usage) {
	text, err := os.ReadFile(file)
	if err != nil {
		return u
	}
	// The second field is the program's name and may hold spaces: count from behind its closing bracket.
	fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	number := func(i int) int64 { n, _ := strconv.ParseInt(fields[i], 10, 64); return n }
	return usage{parent: number(1), user: number(11), kernel: number(12), ended: number(13) + number(14)}
}

// ResidentMiB is the memory a process holds.
func ResidentMiB(pid int) float64 { return memoryMiB(pid, "VmRSS:") }

// PeakMiB is the most memory a process has held at once.
func PeakMiB(pid int) float64 { return memoryMiB(pid, "VmHWM:") }

// memoryMiB is zero for a process that is gone.
func memoryMiB(pid int, name string) float64 {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	for line := range strings.Lines(string(status)) {
		if value, ok := strings.CutPrefix(line, name); ok {
			kib, _ := strconv.ParseFloat(strings.Fields(value)[0], 64)
			return kib / 1024
		}
	}
	return 0
}

// LoadAverage is that of the machine in the last minute.
func LoadAverage() string {
	text, _ := os.ReadFile("/proc/loadavg")
	load, _, _ := strings.Cut(string(text), " ")
	return load
}
