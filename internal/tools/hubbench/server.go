//go:build linux

package main

import (
	"bufio"
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"btracker/internal/hub"
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
			sent, err := send(h, users(connections))
			if err != nil {
				return err
			}
			fmt.Println(sent.UnixNano())
		}
	}
	return nil
}

func send(h *hub.Hub, to []string) (begun time.Time, err error) {
	begun = time.Now()
	record, err := hub.Invocation("Changed", map[string]any{"seq": 1, "entity": "company", "id": "0197b7a6-0000-7000-8000-000000000000", "action": "edit", "by": "Ada"})
	if err == nil {
		h.Send(record, to...)
	}
	return begun, err
}

func users(connections int) []string {
	names := make([]string, 0, connections/connectionsPerUser)
	for i := 0; i < connections; i += connectionsPerUser {
		names = append(names, userOf(i))
	}
	return names
}

func userOf(connection int) string { return fmt.Sprintf("user%d", connection/connectionsPerUser) }
