package child

import "syscall"

// dieWithParent makes the kernel signal the child when the thread that started
// it ends.
func dieWithParent(attr *syscall.SysProcAttr, last syscall.Signal) { attr.Pdeathsig = last }
