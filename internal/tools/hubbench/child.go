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
)

// child is another process of this program, that answers in lines.
type child struct {
	in  io.WriteCloser
	out *bufio.Reader
	cmd *exec.Cmd
}

func start(role string, arguments ...string) (*child, error) {
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
	return &child{in, bufio.NewReader(out), cmd}, cmd.Start()
}

func (c *child) line() (string, error) {
	line, err := c.out.ReadString('\n')
	return strings.TrimSpace(line), err
}

// scan takes the next line apart.
func (c *child) scan(values ...any) error {
	line, err := c.line()
	if err != nil {
		return err
	}
	_, err = fmt.Sscan(line, values...)
	return err
}

func (c *child) ask(command string, answer ...any) error {
	if _, err := fmt.Fprintln(c.in, command); err != nil {
		return err
	}
	return c.scan(answer...)
}

// memory is what the server holds: bytes of heap and stacks, resident bytes, and goroutines.
type memory struct{ heap, resident, goroutines int }

func (c *child) memory() (m memory, err error) {
	err = c.ask("memory", &m.heap, &m.resident, &m.goroutines)
	return m, err
}

// cpu is the processor time the server has used so far.
func (c *child) cpu() (used time.Duration, err error) {
	err = c.ask("cpu", (*int64)(&used))
	return used, err
}

func (c *child) stop() {
	c.in.Close()
	_ = c.cmd.Wait()
}

// processorTime is what this process has used, in user and kernel mode.
func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
