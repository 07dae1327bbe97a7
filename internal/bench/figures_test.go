package bench

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"testing"
	"time"

	"btracker/internal/testkit"
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
		return s.Get(ctx, "/", nil)
	}}

	r := s.load(t.Context(), op, 4, 50*time.Millisecond)
	if len(r.Times) == 0 || r.Failures != 0 || r.PerSecond() <= 0 {
		t.Errorf("%d answers, %d failures: %v", len(r.Times), r.Failures, r.Failure)
	}
	if s.residentMiB() <= 0 {
		t.Error("no resident size")
	}

	s.Token = "bad"
	if r = s.load(t.Context(), op, 1, 50*time.Millisecond); r.Failures == 0 || len(r.Times) != 0 {
		t.Errorf("refused requests counted as answers: %d", len(r.Times))
	}
}

func TestResult(t *testing.T) {
	var r result
	for i := 100; i > 0; i-- {
		r.add(result{testkit.Result{Times: testkit.Times{time.Duration(i)}, Elapsed: time.Second}, time.Millisecond, 0})
	}
	r.add(result{Result: testkit.Result{Failures: 1, Failure: errors.New("first")}})
	r.add(result{Result: testkit.Result{Failures: 1, Failure: errors.New("second")}})
	if p := r.Times.Percentile(50); p != 51 {
		t.Errorf("p50 %d", p)
	}
	if p := r.Times.Percentile(99); p != 100 {
		t.Errorf("p99 %d", p)
	}
	if r.PerSecond() != 1 || r.cpuPerRequest() != 1000 {
		t.Errorf("%v/s, %v µs", r.PerSecond(), r.cpuPerRequest())
	}
	if r.Failures != 2 || r.Failure.Error() != "first" {
		t.Errorf("%d failures: %v", r.Failures, r.Failure)
	}
}

func TestParseNumbers(t *testing.T) {
	if numbers, err := parseNumbers("2,8"); err != nil || !slices.Equal(numbers, []int{2, 8}) {
		t.Errorf("%v, %v", numbers, err)
	}
	for _, wrong := range []string{"", "x", "0", "1,", "20001"} {
		if _, err := parseNumbers(wrong); err == nil {
			t.Errorf("%q accepted", wrong)
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
