package main_test

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"btracker/internal/pgtest"
	"btracker/internal/testkit"
)

// onTerminal runs a command on a terminal of its own, types each answer after
// its prompt, and returns all that was shown.
func onTerminal(t *testing.T, answers map[string]string, order []string, args ...string) (code int, shown string) {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer master.Close()
	if err := unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	number, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	terminal, err := os.OpenFile(fmt.Sprint("/dev/pts/", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	cmd := command(t, nil, args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = terminal, terminal, terminal
	err = cmd.Start()
	terminal.Close()
	if err != nil {
		t.Fatal(err)
	}
	var screen bytes.Buffer
	letter := make([]byte, 1)
	for {
		if _, err := master.Read(letter); err != nil {
			break // the program has ended
		}
		screen.Write(letter)
		if len(order) > 0 && strings.HasSuffix(screen.String(), order[0]) {
			waitForNoEcho(t, master)
			if _, err := io.WriteString(master, answers[order[0]]+"\n"); err != nil {
				t.Fatal(err)
			}
			order = order[1:]
		}
	}
	_ = cmd.Wait()
	return cmd.ProcessState.ExitCode(), screen.String()
}

// waitForNoEcho waits as a person would: between a prompt and the moment in
// which its terminal stops showing what is typed lies an instant.
func waitForNoEcho(t *testing.T, terminal *os.File) {
	t.Helper()
	testkit.Until(t, "the terminal hides what is typed", func() bool {
		mode, err := unix.IoctlGetTermios(int(terminal.Fd()), unix.TCGETS)
		if err != nil {
			t.Fatal(err)
		}
		return mode.Lflag&unix.ECHO == 0
	})
}

func TestPasswordIsAskedForOnATerminal(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	create := []string{"admin", "create", "--email", "ada@example.com", "--name", "Ada", "--data", data}
	prompts := []string{"Password: ", "Again: "}
	code, shown := onTerminal(t, map[string]string{"Password: ": goodPassword, "Again: ": goodPassword + "?"}, prompts, create...)
	if code != 2 || !strings.Contains(shown, "don't match") {
		t.Errorf("two passwords: status %d\n%s", code, shown)
	}
	noSecretIn(t, shown)
	code, shown = onTerminal(t, map[string]string{"Password: ": goodPassword, "Again: ": goodPassword}, prompts, create...)
	if code != 0 || !strings.Contains(shown, "Administrator ada@example.com can sign in now.") {
		t.Errorf("status %d\n%s", code, shown)
	}
	noSecretIn(t, shown)
	serving(t, nil, "--data", data).signIn("ada@example.com", goodPassword)
}

func TestVerifyShowsItsProgressOnATerminal(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	createAdminIn(t, "--data", data)
	s := serving(t, nil, "--data", data)
	testkit.Until(t, "the change is sealed", func() bool { return strings.Contains(succeed(t, nil, "audit", "head", "--data", data), `"seq":1`) })
	s.Stop()
	code, shown := onTerminal(t, nil, nil, "audit", "verify", "--data", data)
	if code != 0 || !strings.Contains(shown, "] 1 of 1") || !strings.Contains(shown, "Everything fits.") {
		t.Errorf("status %d\n%s", code, shown)
	}
}

func TestAMoveShowsItsProgressOnATerminal(t *testing.T) {
	t.Parallel()
	url := pgtest.NewDatabase(t)
	succeed(t, nil, "demo", "--scale", "30", "--database-url", url)
	code, shown := onTerminal(t, nil, nil, "export", filepath.Join(t.TempDir(), "moved.db"), "--database-url", url)
	shown = strings.ReplaceAll(shown, "\r\n", "\n")
	for _, step := range []string{"rows copied", "indexes built", "rows compared"} {
		if !regexp.MustCompile(`\r\[#{40}\] (\d+) of \d+ ` + step).MatchString(shown) {
			t.Errorf("there is no whole bar of %q", step)
		}
	}
	if checksum(t, shown); code != 0 || t.Failed() {
		t.Errorf("status %d, shown was %q", code, shown)
	}
}
