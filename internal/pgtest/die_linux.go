package pgtest

import "syscall"

// dieWithParent makes the kernel stop the child when the thread that started it
// ends. The signal is PostgreSQL's "immediate shutdown".
func dieWithParent(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGQUIT }
