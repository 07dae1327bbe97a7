package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strconv"
	"syscall"
	"testing"
	"time"

	"btracker/internal/child"
	"btracker/internal/hub"
	"btracker/internal/testkit"
	"btracker/internal/tools/program"
)

// hubAddress is the variable that tells this program to be the server of the hub.
const hubAddress = "BENCH_HUB_ADDRESS"

func init() {
	if address := os.Getenv(hubAddress); address != "" {
		fmt.Fprintln(os.Stderr, "the hub:", serveHub(address))
		os.Exit(1)
	}
}

// serveHub runs a hub whose tokens are the names of users. /collect answers heap and
// goroutines after a garbage collection, /send when it sent an event to the users of
// so many connections.
func serveHub(address string) error {
	h := hub.New(hub.Config{Log: slog.New(slog.DiscardHandler), Authenticate: func(_ context.Context, token string) (hub.Identity, error) {
		return hub.Identity{UserID: token, SessionID: token}, nil
	}})
	mux := http.NewServeMux()
	mux.Handle("/hub", h)
	mux.HandleFunc("/collect", func(w http.ResponseWriter, _ *http.Request) {
		debug.FreeOSMemory()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		_ = json.NewEncoder(w).Encode(memory{Heap: float64(m.HeapInuse + m.StackInuse), Goroutines: float64(runtime.NumGoroutine())})
	})
	mux.HandleFunc("/send", func(w http.ResponseWriter, r *http.Request) {
		connections, _ := strconv.Atoi(r.URL.RawQuery)
		to := users(connections)
		begun := time.Now()
		record, err := hub.Invocation("Changed", map[string]any{"seq": 1, "entity": "company", "id": "0197b7a6-0000-7000-8000-000000000000", "action": "edit", "by": "Ada"})
		if err == nil {
			h.Send(record, to...)
			_ = json.NewEncoder(w).Encode(begun.UnixNano())
		}
	})
	return (&http.Server{Addr: address, Handler: mux, ReadHeaderTimeout: time.Minute}).ListenAndServe()
}

func users(connections int) (names []string) {
	for i := 0; i < connections; i += connectionsPerUser {
		names = append(names, userOf(i))
	}
	return names
}

func userOf(connection int) string { return fmt.Sprintf("user%d", connection/connectionsPerUser) }

// hubServer is the process that serves.
type hubServer struct {
	*child.Process
	t       testing.TB
	address string
	client  program.Client
}

// startHub starts a server, which ends with the test.
func startHub(t testing.TB) *hubServer {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	address := testkit.FreeAddress(t)
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), hubAddress+"="+address)
	cmd.Stderr = os.Stderr
	process, err := child.Start(cmd, syscall.SIGKILL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(process.Kill)
	s := &hubServer{process, t, address, program.NewClient("http://" + address)}
	testkit.Until(t, "the server answers", func() bool { return s.client.Get(t.Context(), "/collect", nil) == nil })
	return s
}

func (s *hubServer) ask(path string, answer any) {
	if err := s.client.Get(s.t.Context(), path, answer); err != nil {
		s.t.Fatal(err)
	}
}

// memory is in bytes; Heap includes stacks.
type memory struct{ Heap, Goroutines, resident float64 }

// memory is measured after a garbage collection.
func (s *hubServer) memory() (m memory) {
	s.ask("/collect", &m)
	m.resident = s.resident()
	return m
}

func (s *hubServer) resident() float64 { return child.ResidentMiB(s.PID()) * (1 << 20) }
