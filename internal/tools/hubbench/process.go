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
	"btracker/internal/tools/program"
)

// process is another process of this program. It takes commands and answers them
// in lines.
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

// scan parses the next line.
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

// memory is in bytes; heap includes stacks.
type memory struct{ heap, goroutines, resident float64 }

// memory returns the memory of the server after a garbage collection.
func (p *process) memory() (m memory, err error) {
	err = p.ask("collect", &m.heap, &m.goroutines)
	m.resident = p.resident()
	return m, err
}

func (p *process) resident() float64 { return program.ResidentMiB(p.PID()) * (1 << 20) }

func (p *process) cpu() time.Duration { return program.CPU(p.PID()) }

func totalCPU(processes []*process) (total time.Duration) {
	for _, p := range processes {
		total += p.cpu()
	}
	return total
}

func (p *process) stop() {
	p.in.Close()
	<-p.Ended()
}
