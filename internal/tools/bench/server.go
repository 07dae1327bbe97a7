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

	"btracker/internal/demo"
)

const (
	// ticksPerSecond is what Linux counts a process's CPU time in, whatever the kernel's own timer is set to.
	ticksPerSecond = 100
)

// server is one running binary, and what the load needs to know of its data.
type server struct {
	base      string
	token     string // the administrator's
	moderator string // the token of one who owns some companies
	client    *http.Client
	process   *exec.Cmd
	log       *os.File
	companies []string
	projects  []string
	terms     []string
	fresh     float64 // MiB resident before anyone signed in
	idle      float64 // and after
}

// target is where a binary keeps its data.
type target struct {
	binary      string
	data        string
	databaseURL string // empty for SQLite
}

func (t target) String() string {
	if t.databaseURL != "" {
		return t.binary + " on PostgreSQL"
	}
	return t.binary + " on SQLite"
}

func (t target) command(args ...string) *exec.Cmd {
	command := exec.Command(t.binary, append(args, "--data", t.data)...)
	if t.databaseURL != "" {
		command.Env = append(os.Environ(), "BTRACKER_DATABASE_URL="+t.databaseURL, "BTRACKER_SECRET="+strings.Repeat("bench", 8))
	}
	// It must not outlive a bench that is killed.
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	return command
}

// seed fills a database with demo data.
func (t target) seed(scale int) error {
	began := time.Now()
	if output, err := t.command("demo", "--scale", strconv.Itoa(scale)).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", t, err, output)
	}
	fmt.Printf("%s: seeded %d companies and what belongs to them in %.0f s\n", t, scale, time.Since(began).Seconds())
	return nil
}

func start(ctx context.Context, t target) (*server, error) {
	addr, err := freeAddr()
	if err != nil {
		return nil, err
	}
	log, err := os.Create(filepath.Join(t.data, "bench.log"))
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
	s.process = t.command("serve", "--addr", addr)
	s.process.Stdout, s.process.Stderr = log, log
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
	settle := func() float64 { time.Sleep(2 * time.Second); return s.residentMiB() }
	s.fresh = settle()
	var err error
	if s.token, err = s.signIn(ctx, demo.AdminEmail); err != nil {
		return err
	}
	s.idle = settle()
	if s.moderator, err = s.signIn(ctx, demo.Moderators[0].Email); err != nil {
		return err
	}
	for page := 1; page <= 10; page++ {
		var companies, projects []struct{ ID, Name string }
		query := "?" + url.Values{"PageSize": {"200"}, "PageNumber": {strconv.Itoa(page)}}.Encode()
		if err := s.call(ctx, http.MethodGet, "/api/v1/company"+query, nil, &companies); err != nil {
			return err
		}
		if err := s.call(ctx, http.MethodGet, "/api/v1/project"+query, nil, &projects); err != nil {
			return err
		}
		for _, c := range companies {
			s.companies = append(s.companies, c.ID)
			if term, ok := middle(c.Name); ok {
				s.terms = append(s.terms, term)
			}
		}
		for _, p := range projects {
			s.projects = append(s.projects, p.ID)
		}
	}
	if len(s.companies) == 0 || len(s.projects) == 0 || len(s.terms) == 0 {
		return fmt.Errorf("the seeded data has no companies")
	}
	return nil
}

func (s *server) signIn(ctx context.Context, email string) (token string, err error) {
	var account struct{ Token string }
	err = s.call(ctx, http.MethodPost, "/api/v1/account/login", map[string]string{"email": email, "password": demo.Password}, &account)
	return account.Token, err
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
	return s.callAs(ctx, s.token, method, path, body, answer)
}

func (s *server) callAs(ctx context.Context, token, method, path string, body, answer any) error {
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
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
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
