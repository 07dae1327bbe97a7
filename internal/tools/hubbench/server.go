//go:build linux

package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"time"

	"btracker/internal/hub"
	"btracker/internal/tools/program"
)

// serve runs a hub whose tokens are the names of users. Waiting is with a
// goroutine for each connection that waits for its input.
func serve(waiting bool) error {
	h := hub.New(hub.Config{Log: slog.New(slog.DiscardHandler), Authenticate: func(_ context.Context, token string) (hub.Identity, error) {
		return hub.Identity{UserID: token, SessionID: token}, nil
	}})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	if waiting {
		listener = unwatchable{listener}
	}
	go func() { _ = (&http.Server{Handler: h, ReadHeaderTimeout: time.Minute}).Serve(listener) }()
	fmt.Println(listener.Addr())
	for commands := bufio.NewScanner(os.Stdin); commands.Scan(); {
		switch command, argument, _ := strings.Cut(commands.Text(), " "); command {
		case "memory":
			fmt.Println(memoryNow())
		case "cpu":
			fmt.Println(int64(processorTime()))
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

// unwatchable makes connections that can be written to as ever, but whose file
// descriptor the hub does not get hold of, to watch it.
type unwatchable struct{ net.Listener }

func (l unwatchable) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return unwatchableConn{conn.(*net.TCPConn)}, nil
}

type unwatchableConn struct{ *net.TCPConn }

func (c unwatchableConn) SyscallConn() (syscall.RawConn, error) {
	raw, err := c.TCPConn.SyscallConn()
	return unwatchableRaw{raw}, err
}

type unwatchableRaw struct{ syscall.RawConn }

func (unwatchableRaw) Control(func(uintptr)) error { return errors.ErrUnsupported }

// send tells all users of a change.
func send(h *hub.Hub, to []string) (at time.Time, err error) {
	at = time.Now()
	record, err := hub.Invocation("Changed", map[string]any{"seq": 1, "entity": "company", "id": "0197b7a6-0000-7000-8000-000000000000", "action": "edit", "by": "Ada"})
	if err == nil {
		h.Send(record, to...)
	}
	return at, err
}

func users(connections int) []string {
	names := make([]string, 0, connections/connectionsPerUser)
	for i := 0; i < connections; i += connectionsPerUser {
		names = append(names, userOf(i))
	}
	return names
}

func userOf(connection int) string { return fmt.Sprintf("user%d", connection/connectionsPerUser) }

func memoryNow() string {
	debug.FreeOSMemory()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return fmt.Sprint(m.HeapInuse+m.StackInuse, int(program.ResidentMiB(os.Getpid())*(1<<20)), runtime.NumGoroutine())
}
