package hubtest

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"btracker/internal/child"
	"btracker/internal/testkit"
)

// patience is how long a test waits on a busy machine.
const patience = time.Minute

// Client is one connection. Each event of it is a line.
type Client struct {
	*testing.T
	commands io.WriteCloser
	lines    chan string
}

// Transports are the names of the transports that a client can be restricted to.
var Transports = []string{"WebSockets", "ServerSentEvents", "LongPolling"}

// Homes are where the client runs: over each transport in Node, and over
// WebSockets on a page in Chromium.
var Homes = append(slices.Clone(Transports), "Chromium")

// InFull returns all Homes in full, and the one that it is given in a sample: the tests of package hub try all of them.
func InFull(sample string) []string {
	if testkit.Full() {
		return Homes
	}
	return []string{sample}
}

// New starts a client for a hub at an address; transport may also be a home or "any". web
// is the directory of the web app, which has the client installed.
func New(t *testing.T, web, address, transport, token string, skipNegotiation bool) *Client {
	t.Helper()
	if _, err := os.Stat(filepath.Join(web, "node_modules", "@microsoft", "signalr")); err != nil {
		t.Fatal("@microsoft/signalr is not installed: run `npm --prefix web install --no-save`")
	}
	// #nosec G204 -- a test's own client
	cmd := exec.Command("node", "hubtest/client.mjs", address, transport, token, strconv.FormatBool(skipNegotiation))
	cmd.Dir = web
	cmd.Stderr = os.Stderr
	commands, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	// Not a pipe of the command's own: waiting for it would close that under the reader.
	out, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stdout = in
	node, err := child.Start(cmd, syscall.SIGKILL)
	in.Close()
	if err != nil {
		t.Fatalf("node is needed: %v", err)
	}
	c := &Client{t, commands, make(chan string, 1000)}
	go func() {
		defer close(c.lines)
		defer out.Close()
		for s := bufio.NewScanner(out); s.Scan(); {
			c.lines <- s.Text()
		}
	}()
	t.Cleanup(func() {
		commands.Close()
		for range c.lines {
		}
		<-node.Ended()
		if code := node.ExitCode(); code != 0 {
			t.Errorf("node ended with status %d", code)
		}
	})
	return c
}

// Do gives a command (start, invoke, stop, or token with the one that it is to
// use from now on) and expects its answer.
func (c *Client) Do(command, answer string) {
	c.Helper()
	if _, err := io.WriteString(c.commands, command+"\n"); err != nil {
		c.Fatal(err)
	}
	c.Expect(answer)
}

// Next waits for the next event.
func (c *Client) Next() string {
	c.Helper()
	select {
	case line, ok := <-c.lines:
		if ok {
			return line
		}
		c.Fatal("node has ended")
	case <-time.After(patience):
		c.Fatal("nothing happens")
	}
	return ""
}

// Expect fails unless the next event is want.
func (c *Client) Expect(want string) {
	c.Helper()
	if got := c.Next(); got != want {
		c.Fatalf("got %q, want %q", got, want)
	}
}

// Until skips events up to one that begins with beginning, and returns its rest.
func (c *Client) Until(beginning string) (rest string) {
	c.Helper()
	for {
		if rest, found := strings.CutPrefix(c.Next(), beginning); found {
			return rest
		}
	}
}

// ExpectNothing fails when an event comes within the time.
func (c *Client) ExpectNothing(during time.Duration) {
	c.Helper()
	select {
	case got := <-c.lines:
		c.Fatalf("unexpected %q", got)
	case <-time.After(during):
	}
}
