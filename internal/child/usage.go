package child

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// ticksPerSecond is the unit in which Linux counts CPU time, whatever the kernel's own timer is set to.
const ticksPerSecond = 100

// CPU is the processor time a process has used so far, in user and kernel mode.
func CPU(pid int) time.Duration { return ticks(pid, 11, 12) }

// FamilyCPU is the processor time of a process and its children, ended ones included.
func FamilyCPU(pid int) time.Duration {
	total := ticks(pid, 11, 12, 13, 14)
	for _, child := range children(pid) {
		total += CPU(child)
	}
	return total
}

// ticks adds up fields of /proc/PID/stat, by their distance from the program's
// name. It is zero for a process that is gone.
func ticks(pid int, fields ...int) (total time.Duration) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	// The name may hold spaces: count from behind its closing bracket.
	all := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	for _, field := range fields {
		n, _ := strconv.ParseInt(all[field], 10, 64)
		total += time.Duration(n) * time.Second / ticksPerSecond
	}
	return total
}

func children(pid int) (pids []int) {
	lists, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, list := range lists {
		text, _ := os.ReadFile(list) // #nosec G304 -- the kernel's own
		for field := range strings.FieldsSeq(string(text)) {
			child, _ := strconv.Atoi(field)
			pids = append(pids, child)
		}
	}
	return pids
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
