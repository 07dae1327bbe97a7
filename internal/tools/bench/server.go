package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const (
	adminEmail    = "bench@example.com"
	adminPassword = "Bench-passw0rd"
	// ticksPerSecond is what Linux counts a process's CPU time in, whatever the kernel's own timer is set to.
	ticksPerSecond = 100
)

// server is one running binary, and what the load needs to know of its data.
type server struct {
	base    string
	token   string
	client  *http.Client
	process *exec.Cmd
	log     *os.File
	ids     []string
	terms   []string
}

// seed fills a data directory with companies and one administrator.
func seed(ctx context.Context, binary, data string, companies int) error {
	commands := [][]string{
		{"demo", "--scale", strconv.Itoa(companies), "--data", data},
		{"admin", "create", "--email", adminEmail, "--name", "Bench", "--data", data},
	}
	for _, args := range commands {
		command := exec.CommandContext(ctx, binary, args...)
		command.Env = append(os.Environ(), "BTRACKER_ADMIN_PASSWORD="+adminPassword)
		if output, err := command.CombinedOutput(); err != nil {
			return fmt.Errorf("%s %s: %w\n%s", binary, strings.Join(args, " "), err, output)
		}
	}
	return nil
}

func start(ctx context.Context, binary, data string) (*server, error) {
	addr, err := freeAddr()
	if err != nil {
		return nil, err
	}
	log, err := os.Create(filepath.Join(data, "bench.log"))
	if err != nil {
		return nil, err
	}
	s := &server{
		base: "http://" + addr,
		log:  log,
		client: &http.Client{
			Timeout:   30 * time.Second,
			Transport: &http.Transport{MaxIdleConnsPerHost: 1024, DisableCompression: true},
		},
	}
	s.process = exec.Command(binary, "serve", "--addr", addr, "--data", data)
	s.process.Stdout, s.process.Stderr = log, log
	// The server must not outlive a bench that is killed.
	s.process.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := s.process.Start(); err != nil {
		return nil, err
	}
	if err := s.prepare(ctx); err != nil {
		s.stop()
		tail, _ := os.ReadFile(log.Name())
		return nil, fmt.Errorf("%w\n%s", err, tail[max(0, len(tail)-2000):])
	}
	return s, nil
}

// prepare waits until the server is ready, signs in, and collects ids and search terms that exist.
func (s *server) prepare(ctx context.Context) error {
	deadline := time.Now().Add(60 * time.Second)
	for s.call(ctx, http.MethodGet, "/readyz", nil, nil) != nil {
		if time.Now().After(deadline) || ctx.Err() != nil {
			return fmt.Errorf("%s did not become ready", s.process.Path)
		}
		time.Sleep(50 * time.Millisecond)
	}
	var account struct{ Token string }
	credentials := map[string]string{"email": adminEmail, "password": adminPassword}
	if err := s.call(ctx, http.MethodPost, "/api/v1/account/login", credentials, &account); err != nil {
		return err
	}
	s.token = account.Token

	const pages = 10
	for page := 1; page <= pages; page++ {
		var companies []struct{ ID, Name string }
		query := url.Values{"PageSize": {"200"}, "PageNumber": {strconv.Itoa(page)}}
		if err := s.call(ctx, http.MethodGet, "/api/v1/company?"+query.Encode(), nil, &companies); err != nil {
			return err
		}
		for _, c := range companies {
			s.ids = append(s.ids, c.ID)
			if term, ok := middle(c.Name); ok {
				s.terms = append(s.terms, term)
			}
		}
	}
	if len(s.ids) == 0 || len(s.terms) == 0 {
		return fmt.Errorf("the seeded data has no companies")
	}
	return nil
}

// middle takes three characters from inside a name, as someone who remembers part of it would type.
func middle(name string) (string, bool) {
	for word := range strings.FieldsSeq(name) {
		if letters := []rune(word); len(letters) >= 4 {
			return string(letters[1:4]), true
		}
	}
	return "", false
}

// call sends one request; anything but a 2xx answer is an error. The answer is read to its end either way, so that
// the connection is used again.
func (s *server) call(ctx context.Context, method, path string, body, answer any) error {
	var sent io.Reader
	if body != nil {
		encoded, err := json.Marshal(body)
		if err != nil {
			return err
		}
		sent = bytes.NewReader(encoded)
	}
	request, err := http.NewRequestWithContext(ctx, method, s.base+path, sent)
	if err != nil {
		return err
	}
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	if s.token != "" {
		request.Header.Set("Authorization", "Bearer "+s.token)
	}
	response, err := s.client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	received, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if response.StatusCode/100 != 2 {
		return fmt.Errorf("%s %s: %s %.200s", method, path, response.Status, received)
	}
	if answer == nil {
		return nil
	}
	return json.Unmarshal(received, answer)
}

func (s *server) stop() {
	s.process.Process.Signal(syscall.SIGTERM)
	killer := time.AfterFunc(15*time.Second, func() { s.process.Process.Kill() })
	s.process.Wait()
	killer.Stop()
	s.log.Close()
}

// cpu is the processor time the server has used so far, in user and kernel mode.
func (s *server) cpu() time.Duration {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", s.process.Process.Pid))
	if err != nil {
		return 0
	}
	// The second field is the program's name and may hold spaces: count from behind its closing bracket.
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	user, _ := strconv.ParseInt(fields[11], 10, 64)
	kernel, _ := strconv.ParseInt(fields[12], 10, 64)
	return time.Duration(user+kernel) * time.Second / ticksPerSecond
}

func (s *server) residentMiB() float64 {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.process.Process.Pid))
	for line := range strings.Lines(string(status)) {
		if value, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			kib, _ := strconv.ParseFloat(strings.Fields(value)[0], 64)
			return kib / 1024
		}
	}
	return 0
}

// freeAddr finds a port that is free now; the moment until the server takes it is a risk a bench can bear.
func freeAddr() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer listener.Close()
	return listener.Addr().String(), nil
}
