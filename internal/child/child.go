package child

import (
	"bytes"
	"os/exec"
	"runtime"
	"syscall"
	"time"
)

// Process is a program that runs, or has run.
type Process struct {
	cmd   *exec.Cmd
	ended chan struct{}
	err   error // of waiting for it; read after ended
}

// Start starts a command. When this process ends first, the command gets the
// signal last.
func Start(cmd *exec.Cmd, last syscall.Signal) (*Process, error) {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	dieWithParent(cmd.SysProcAttr, last)
	p := &Process{cmd: cmd, ended: make(chan struct{})}
	started := make(chan error)
	go func() {
		// The kernel ties the child's life to the thread that started it, so that
		// thread must be this goroutine's alone, and live as long as the child.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		started <- err
		if err == nil {
			p.err = cmd.Wait()
		}
		close(p.ended)
	}()
	return p, <-started
}

// Output runs a command to its end and returns what it wrote.
func Output(cmd *exec.Cmd) ([]byte, error) {
	var output bytes.Buffer
	cmd.Stdout, cmd.Stderr = &output, &output
	p, err := Start(cmd, syscall.SIGKILL)
	if err != nil {
		return nil, err
	}
	<-p.ended
	return output.Bytes(), p.err
}

// PID is the process's number.
func (p *Process) PID() int { return p.cmd.Process.Pid }

// Ended is closed when the process has ended.
func (p *Process) Ended() <-chan struct{} { return p.ended }

// ExitCode is the status of a process that has ended.
func (p *Process) ExitCode() int { return p.cmd.ProcessState.ExitCode() }

// Signal sends a signal; to a process that has ended it does nothing.
func (p *Process) Signal(s syscall.Signal) { _ = p.cmd.Process.Signal(s) }

// Stop asks the process to end, and kills it when it has not done so in time.
func (p *Process) Stop(ask syscall.Signal, patience time.Duration) {
	p.Signal(ask)
	select {
	case <-p.ended:
	case <-time.After(patience):
		p.Kill()
	}
}

// Kill ends the process without asking.
func (p *Process) Kill() {
	_ = p.cmd.Process.Kill()
	<-p.ended
}
