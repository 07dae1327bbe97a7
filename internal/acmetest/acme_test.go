package acmetest

import (
	"bufio"
	"errors"
	"fmt"
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"btracker/internal/testkit"
	"btracker/internal/tools/program"
)

func TestFirstCertificates(t *testing.T) {
	t.Parallel()
	a := newAuthority(t, 3*month)
	a.start()
	data := filepath.Join(t.TempDir(), "data")
	s := a.serve(data, host+","+second)
	one, two := a.until(host, ""), a.until(second, "")
	if one == two || a.serial(strings.ToUpper(host)) != one {
		t.Error("each host has a certificate of its own, whatever its letters")
	}
	if _, err := a.connect("other.example.com"); err == nil {
		t.Error("a host that is not ours is served")
	}
	if _, err := a.connect(blocked); err == nil {
		t.Error("a host that is not ours is served")
	}
	if strings.Contains(s.Stderr(), "the ACME authority refuses") {
		t.Error("the authority was asked for a host that is not ours")
	}
	output, _ := a.command(data, host+","+second, "doctor").Output()
	for line := range strings.Lines(string(output)) {
		if strings.Contains(line, " tls ") && (!strings.HasPrefix(line, "ok") || !strings.Contains(line, host+" until ") || !strings.Contains(line, second+" until ")) {
			t.Error(line)
		}
	}
	testkit.ClosedToOthers(t, filepath.Join(data, "acme"))

	// The authority is away when the program starts again: what is kept is used at once.
	s.Stop()
	a.server.Close()
	a.serve(data, host+","+second)
	if got := a.serial(host); got != one {
		t.Errorf("serial number %s after a restart, want %s", got, one)
	}
}

// A certificate is renewed when a third of its life is left.
func TestRenewal(t *testing.T) {
	t.Parallel()
	a := newAuthority(t, 20*time.Second)
	a.start()
	s := a.serve(t.TempDir(), host)
	first := a.until(host, "")
	conn, err := a.connect(host)
	if err != nil {
		t.Fatal(err)
	}
	ask := func() {
		t.Helper()
		fmt.Fprintf(conn, "GET /healthz HTTP/1.1\r\nHost: %s\r\n\r\n", host)
		if answer, err := http.ReadResponse(bufio.NewReader(conn), nil); err != nil || answer.StatusCode != http.StatusOK {
			t.Fatalf("the connection of before the renewal: %v, %v", answer, err)
		}
	}
	ask()
	a.until(host, first)
	ask()
	testkit.Until(t, "the renewal is logged", func() bool { return strings.Count(s.Stderr(), "a new certificate is used") > 1 })
}

func TestHostsThatAreRefused(t *testing.T) {
	t.Parallel()
	a := newAuthority(t, 3*month)
	a.start()
	s := a.serve(t.TempDir(), strings.Join([]string{blocked, nowhere, host}, ","))
	a.until(host, "") // the others do not keep it from its own
	testkit.Until(t, "the log says why there is no certificate", func() bool {
		log := s.Stderr()
		return says(log, "the ACME authority refuses", blocked) && says(log, "there is no certificate yet", "host="+blocked) &&
			says(log, "the ACME authority could not prove the host", "host="+nowhere) && says(log, "there is no certificate yet", "host="+nowhere)
	})
	for _, name := range []string{blocked, nowhere} {
		for range 3 { // visits make no orders
			if _, err := a.connect(name); err == nil {
				t.Errorf("%s is served", name)
			}
		}
		if n := strings.Count(s.Stderr(), "\"there is no certificate yet\" host="+name); n != 1 {
			t.Errorf("%d attempts for %s", n, name)
		}
	}
}

// says reports whether one line of a log has both texts.
func says(log, one, two string) bool {
	for line := range strings.Lines(log) {
		if strings.Contains(line, one) && strings.Contains(line, two) {
			return true
		}
	}
	return false
}

// An authority that is away does not keep the program from starting, nor its health check from passing.
func TestAuthorityIsAwayAtTheStart(t *testing.T) {
	t.Parallel()
	a := newAuthority(t, 3*month)
	data := t.TempDir()
	s := a.serve(data, host)
	testkit.Until(t, "the log says that the authority is away", func() bool { return says(s.Stderr(), "does not answer", a.address) })
	if output, err := a.command(data, host, "health").CombinedOutput(); err != nil {
		t.Errorf("health: %v, %s", err, output)
	}
	if _, err := a.connect(host); err == nil {
		t.Error("there is a certificate already")
	}
	var failed *exec.ExitError
	if output, err := a.command(data, host, "doctor").Output(); err != nil && !errors.As(err, &failed) || !says(string(output), "note", "there is no certificate for "+host+" yet") {
		t.Errorf("doctor: %v, %s", err, output)
	}
	a.start()
	a.until(host, "")
	if code := s.Stop(); code != 0 {
		t.Errorf("it stops with status %d", code)
	}
	if answer := program.NewClient("https://"+a.visited).Get(t.Context(), "/healthz", nil); answer == nil {
		t.Error("it still answers")
	}
}
