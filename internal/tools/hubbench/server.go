//go:build linux

package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"time"

	"btracker/internal/child"
	"btracker/internal/hub"
	"btracker/internal/testkit"
)

// serve runs a hub whose tokens are the names of users, and obeys commands: collect
// prints heap and goroutines after a garbage collection, send prints when it sent
// an event to the users of so many connections.
func serve() error {
	h := hub.New(hub.Config{Log: slog.New(slog.DiscardHandler), Authenticate: func(_ context.Context, token string) (hub.Identity, error) {
		return hub.Identity{UserID: token, SessionID: token}, nil
	}})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	go func() { _ = (&http.Server{Handler: h, ReadHeaderTimeout: time.Minute}).Serve(listener) }()
	fmt.Println(listener.Addr())
	for commands := bufio.NewScanner(os.Stdin); commands.Scan(); {
		switch command, argument, _ := strings.Cut(commands.Text(), " "); command {
		case "collect":
			debug.FreeOSMemory()
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			fmt.Println(m.HeapInuse+m.StackInuse, runtime.NumGoroutine())
		case "send":
			connections, err := strconv.Atoi(argument)
			if err != nil {
				return err
			}
			to := users(connections)
			begun := time.Now()
			record, err := hub.Invocation("Changed", map[string]any{"seq": 1, "entity": "company", "id": "0197b7a6-0000-7000-8000-000000000000", "action": "edit", "by": "Ada"})
			if err != nil {
				return err
			}
			h.Send(record, to...)
			fmt.Println(begun.UnixNano())
		}
	}
	return nil
}

func users(connections int) (names []string) {
	for i := 0; i < connections; i += connectionsPerUser {
		names = append(names, userOf(i))
	}
	return names
}

func userOf(connection int) string { return fmt.Sprintf("user%d", connection/connectionsPerUser) }

// server is the process that serves. It takes commands and answers them in lines.
type server struct {
	*child.Process
	t       testkit.TB
	address string
	in      io.WriteCloser
	out     *bufio.Scanner
}

// startServer starts a server, which ends with the test.
func startServer(t testkit.TB) *server {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, "-server")
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	running, err := child.Start(cmd, syscall.SIGKILL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(running.Kill)
	s := &server{Process: running, t: t, in: in, out: bufio.NewScanner(out)}
	s.scan(&s.address)
	return s
}

// ask gives a command and parses the answer.
func (s *server) ask(command string, answer ...any) {
	fmt.Fprintln(s.in, command)
	s.scan(answer...)
}

func (s *server) scan(values ...any) {
	s.out.Scan()
	if _, err := fmt.Sscan(s.out.Text(), values...); err != nil {
		s.t.Fatalf("the server said %q: %v", s.out.Text(), err)
	}
}

// memory is in bytes; heap includes stacks.
type memory struct{ heap, goroutines, resident float64 }

// memory is measured after a garbage collection.
func (s *server) memory() (m memory) {
	s.ask("collect", &m.heap, &m.goroutines)
	m.resident = s.resident()
	return m
}

func (s *server) resident() float64 { return child.ResidentMiB(s.PID()) * (1 << 20) }
