//go:build !linux

package main

import (
	"errors"

	"btracker/internal/tools/program"
)

func (l *lab) watchFiles(t program.Target) (program.Target, *fileCalls, error) {
	return t, nil, errors.New("a server's file calls can be watched on Linux alone")
}
