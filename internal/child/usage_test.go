package child

import (
	"os"
	"testing"
	"time"
)

// Linux counts in hundredths of a second, so there must be some work to count.
func TestProcessorTime(t *testing.T) {
	pid := os.Getpid()
	for began := time.Now(); CPU(pid) == 0; {
		if time.Since(began) > time.Minute {
			t.Fatal("a busy process uses no time")
		}
	}
	if own := CPU(pid); FamilyCPU(pid) < own || FamilyCPU(os.Getppid()) < own {
		t.Errorf("%v are not among the %v of its family, or the %v of its parent's", own, FamilyCPU(pid), FamilyCPU(os.Getppid()))
	}
}

func TestMemory(t *testing.T) {
	if now, most := ResidentMiB(os.Getpid()), PeakMiB(os.Getpid()); now <= 0 || most < now {
		t.Errorf("%.1f MiB now, %.1f at most", now, most)
	}
	if gone := ResidentMiB(1 << 30); gone != 0 || CPU(1<<30) != 0 {
		t.Errorf("a process that is not there holds %.1f MiB", gone)
	}
}
