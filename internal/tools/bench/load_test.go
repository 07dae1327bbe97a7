package main

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
	"time"

	"btracker/internal/tools/program"
)

func TestMeasure(t *testing.T) {
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer good" {
			http.Error(w, "who?", http.StatusUnauthorized)
		}
	}))
	defer web.Close()
	// Its own process stands for the server's in /proc.
	s := &server{Client: program.Client{Base: web.URL, HTTP: web.Client(), Token: "good"}, pid: os.Getpid()}
	op := operation{name: "get", send: func(ctx context.Context, s *server, _ int64) error {
		return s.Call(ctx, http.MethodGet, "/", nil, nil)
	}}

	r := measure(t.Context(), s, op, 4, 50*time.Millisecond)
	if len(r.latencies) == 0 || r.failures != 0 || r.perSecond() <= 0 {
		t.Errorf("%d answers, %d failures: %v", len(r.latencies), r.failures, r.failure)
	}
	if s.residentMiB() <= 0 {
		t.Error("no resident size")
	}

	s.Token = "bad"
	if r = measure(t.Context(), s, op, 1, 50*time.Millisecond); r.failures == 0 || len(r.latencies) != 0 {
		t.Errorf("refused requests counted as answers: %d", len(r.latencies))
	}
}

// Linux counts in hundredths of a second, so there must be some work to count.
func TestProcessorTime(t *testing.T) {
	pid := os.Getpid()
	for began := time.Now(); program.CPU(pid) == 0; {
		if time.Since(began) > time.Minute {
			t.Fatal("a busy process uses no time")
		}
	}
	if own := program.CPU(pid); program.FamilyCPU(pid) < own || program.FamilyCPU(os.Getppid()) < own {
		t.Errorf("%v are not among the %v of its family, or the %v of its parent's", own, program.FamilyCPU(pid), program.FamilyCPU(os.Getppid()))
	}
}

func TestResult(t *testing.T) {
	var r result
	for i := 100; i > 0; i-- {
		r.add(result{latencies: []time.Duration{time.Duration(i)}, elapsed: time.Second, cpu: time.Millisecond})
	}
	r.add(result{failures: 1, failure: errors.New("first")})
	r.add(result{failures: 1, failure: errors.New("second")})
	if p := r.percentile(50); p != 51 {
		t.Errorf("p50 %d", p)
	}
	if p := r.percentile(99); p != 100 {
		t.Errorf("p99 %d", p)
	}
	if r.perSecond() != 1 || r.cpuPerRequest() != 1000 {
		t.Errorf("%v/s, %v µs", r.perSecond(), r.cpuPerRequest())
	}
	if r.failures != 2 || r.failure.Error() != "first" {
		t.Errorf("%d failures: %v", r.failures, r.failure)
	}
}

func TestParse(t *testing.T) {
	o, err := parse([]string{"-binary", "a", "-binary", "b", "-connections", "2,8", "-scale", "10"})
	if err != nil || len(o.binaries) != 2 || len(o.connections) != 2 || o.connections[1] != 8 || o.scale != 10 {
		t.Errorf("%+v, %v", o, err)
	}
	for _, args := range [][]string{{"-seconds", "0"}, {"-connections", "x"}, {"-connections", "0"}, {"-scale", "-1"}, {"stray"}} {
		if _, err := parse(args); err == nil {
			t.Errorf("%v accepted", args)
		}
	}
}

func TestVerdicts(t *testing.T) {
	for _, c := range []struct {
		bar     bar
		cpu     float64
		p50     time.Duration
		twiceOf float64
		want    string
	}{
		{bar{}, 1, 1, 0, ""},
		{bar{cpu: 350}, 350, 0, 0, "≤ 350 µs: met"},
		{bar{cpu: 100}, 150, 0, 0, "≤ 100 µs: MISSED by 50 %"},
		{bar{cpu: 350, twiceOf: "front"}, 300, 0, 100, "≤ 350 µs: met, ≤ 200 µs (twice page 1): MISSED by 50 %"},
		{bar{p50: 5 * time.Millisecond}, 9e9, time.Millisecond, 0, "≤ 5 ms p50: met"},
	} {
		if got := c.bar.judge(c.cpu, c.p50, c.twiceOf); got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}
