package main

import (
	"fmt"
	"os"
	"strings"
	"time"

	"golang.org/x/term"

	"btracker/internal/dbmove"
)

func isTerminal() bool { return term.IsTerminal(int(os.Stderr.Fd())) }

const barWidth = 40

// bar shows how much of something is done.
func bar(done, total int64) string {
	filled := int(done * barWidth / total)
	return "[" + strings.Repeat("#", filled) + strings.Repeat(".", barWidth-filled) + "]"
}

// progressBar draws on a terminal and stays silent in a file.
func progressBar() func(done, total int) {
	if !isTerminal() {
		return nil
	}
	return func(done, total int) {
		fmt.Fprintf(os.Stderr, "\r%s %d of %d", bar(int64(done), int64(total)), done, total)
		if done == total {
			fmt.Fprintln(os.Stderr)
		}
	}
}

const (
	drawnEvery = 100 * time.Millisecond
	toldEvery  = 5 * time.Second
)

// moveProgress shows how far a move is: by a bar on a terminal, else by a line every few seconds.
type moveProgress struct {
	onTerminal   bool
	step         string
	begun, shown time.Time
	isDrawn      bool // a bar is not ended yet
}

func (p *moveProgress) report(now dbmove.Progress) {
	at := time.Now()
	if now.Step != p.step {
		p.end()
		p.step, p.begun, p.shown = now.Step, at, at
	}
	wait := toldEvery
	if p.onTerminal {
		wait = drawnEvery
	}
	if isDone := now.Done == now.Total; at.Sub(p.shown) < wait && !(isDone && p.onTerminal) {
		return
	}
	p.shown = at
	says := sayProgress(now, at.Sub(p.begun))
	if !p.onTerminal {
		fmt.Println(says)
		return
	}
	fmt.Fprintf(os.Stderr, "\r%s %s\x1b[K", bar(now.Done, now.Total), says)
	if p.isDrawn = true; now.Done == now.Total {
		p.end()
	}
}

// end leaves the line of the bar.
func (p *moveProgress) end() {
	if p.isDrawn {
		fmt.Fprintln(os.Stderr)
	}
	p.isDrawn = false
}

// sayProgress says how much of a step is done, how fast, and how long the rest will take at that.
func sayProgress(now dbmove.Progress, took time.Duration) string {
	says := fmt.Sprintf("%d of %d %s", now.Done, now.Total, now.Step)
	if took < time.Second || now.Done == 0 {
		return says
	}
	rate := float64(now.Done) / took.Seconds()
	left := time.Duration(float64(now.Total-now.Done) / rate * float64(time.Second))
	return says + fmt.Sprintf(", %.0f a second, %s left", rate, left.Round(time.Second))
}
