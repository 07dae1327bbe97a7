package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"regexp"
	"strconv"

	"btracker/internal/tools/program"
)

// gauge looks at a server from outside: its process, and its metrics.
type gauge struct {
	pid     int
	metrics program.Client
}

// reading is what a server holds at one moment.
type reading struct {
	resident    float64 // MiB
	goroutines  int
	descriptors int
}

var goroutineLine = regexp.MustCompile(`(?m)^go_goroutines (\d+)`)

func (g gauge) read(ctx context.Context) (r reading, err error) {
	r.resident = program.ResidentMiB(g.pid)
	files, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", g.pid))
	if err != nil {
		return r, err
	}
	r.descriptors = len(files)
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, g.metrics.Base+"/metrics", nil)
	if err != nil {
		return r, err
	}
	answer, err := g.metrics.HTTP.Do(request)
	if err != nil {
		return r, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return r, err
	}
	line := goroutineLine.FindSubmatch(text)
	if line == nil {
		return r, fmt.Errorf("the metrics do not count goroutines")
	}
	r.goroutines, err = strconv.Atoi(string(line[1]))
	return r, err
}

// freeAddr finds a port that is free now.
func freeAddr() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return listener.Addr().String(), listener.Close()
}
