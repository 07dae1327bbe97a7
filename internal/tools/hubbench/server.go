package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"runtime"
	"runtime/debug"
	"time"

	"btracker/internal/hub"
)

// serve runs a hub whose tokens are the names of users.
func serve(connections int) error {
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
		switch commands.Text() {
		case "memory":
			fmt.Println(memory())
		case "send":
			record, err := hub.Invocation("Changed", time.Now().UnixNano())
			if err != nil {
				return err
			}
			h.Send(record, users(connections)...)
			fmt.Println("sent")
		}
	}
	return nil
}

func users(connections int) []string {
	names := make([]string, 0, connections/connectionsPerUser+1)
	for i := 0; i < connections; i += connectionsPerUser {
		names = append(names, userOf(i))
	}
	return names
}

func userOf(connection int) string { return fmt.Sprintf("user%d", connection/connectionsPerUser) }

// memory is heap and stacks in use, what is resident, and the number of goroutines.
func memory() string {
	debug.FreeOSMemory()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	status, _ := os.ReadFile("/proc/self/status")
	resident := 0
	for line := range bytes.Lines(status) {
		if _, err := fmt.Sscanf(string(line), "VmRSS: %d kB", &resident); err == nil {
			break
		}
	}
	return fmt.Sprint(m.HeapInuse+m.StackInuse, resident*1024, runtime.NumGoroutine())
}
