//go:build !linux

package child

import "syscall"

// dieWithParent has no counterpart here: after a kill the child stays.
func dieWithParent(*syscall.SysProcAttr, syscall.Signal) {}
