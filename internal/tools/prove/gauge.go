package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
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

func (g gauge) read(ctx context.Context) (r reading, err error) {
	r.resident = program.ResidentMiB(g.pid)
	files, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", g.pid))
	if err != nil {
		return r, err
	}
	r.descriptors = len(files)
	r.goroutines, err = g.metric(ctx, "go_goroutines")
	return r, err
}

// metric is the number that the server gives for a name.
func (g gauge) metric(ctx context.Context, name string) (int, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, g.metrics.Base+"/metrics", nil)
	if err != nil {
		return 0, err
	}
	answer, err := g.metrics.HTTP.Do(request)
	if err != nil {
		return 0, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return 0, err
	}
	_, rest, found := bytes.Cut(text, []byte("\n"+name+" "))
	if !found {
		return 0, fmt.Errorf("there is no metric %s", name)
	}
	number, _, _ := bytes.Cut(rest, []byte("\n"))
	return strconv.Atoi(string(number))
}

// freeAddr finds a port that is free now.
func freeAddr() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return listener.Addr().String(), listener.Close()
}
