package program

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// ticksPerSecond is what Linux counts a process's CPU time in, whatever the kernel's own timer is set to.
const ticksPerSecond = 100

// CPU is the processor time a process has used so far, in user and kernel mode.
func CPU(pid int) time.Duration {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	// The second field is the program's name and may hold spaces: count from behind its closing bracket.
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	user, _ := strconv.ParseInt(fields[11], 10, 64)
	kernel, _ := strconv.ParseInt(fields[12], 10, 64)
	return time.Duration(user+kernel) * time.Second / ticksPerSecond
}

// ResidentMiB is the memory a process holds.
func ResidentMiB(pid int) float64 {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	for line := range strings.Lines(string(status)) {
		if value, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			kib, _ := strconv.ParseFloat(strings.Fields(value)[0], 64)
			return kib / 1024
		}
	}
	return 0
}
