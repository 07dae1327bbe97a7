//go:build !linux

package pgtest

import "syscall"

// dieWithParent has no counterpart here: after a kill the cluster stays.
func dieWithParent(*syscall.SysProcAttr) {}
