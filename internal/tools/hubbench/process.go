//go:build linux

package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"btracker/internal/child"
)

// process is another process of this program, that answers in lines.
type process struct {
	*child.Process
	in  io.WriteCloser
	out *bufio.Reader
}

func start(role string, arguments ...string) (*process, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(self, append([]string{"-role", role}, arguments...)...)
	cmd.Stderr = os.Stderr
	if role != "server" {
		cmd.Env = append(os.Environ(), "GOMAXPROCS=1", "GOGC=off")
	}
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	running, err := child.Start(cmd, syscall.SIGKILL)
	return &process{running, in, bufio.NewReader(out)}, err
}

func (p *process) line() (string, error) {
	line, err := p.out.ReadString('\n')
	return strings.TrimSpace(line), err
}

// scan takes the next line apart.
func (p *process) scan(values ...any) error {
	line, err := p.line()
	if err != nil {
		return err
	}
	_, err = fmt.Sscan(line, values...)
	return err
}

func (p *process) ask(command string, answer ...any) error {
	if _, err := fmt.Fprintln(p.in, command); err != nil {
		return err
	}
	return p.scan(answer...)
}

// memory is what the server holds: bytes of heap and stacks, resident bytes, and goroutines.
type memory struct{ heap, resident, goroutines int }

func (p *process) memory() (m memory, err error) {
	err = p.ask("memory", &m.heap, &m.resident, &m.goroutines)
	return m, err
}

// cpu is the processor time the server has used so far.
func (p *process) cpu() (used time.Duration, err error) {
	err = p.ask("cpu", (*int64)(&used))
	return used, err
}

func (p *process) stop() {
	p.in.Close()
	<-p.Ended()
}

// processorTime is what this process has used, in user and kernel mode.
func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
