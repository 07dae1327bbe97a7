package main

import (
	"sync"
	"sync/atomic"
)

// fileCalls stands between a server and the kernel where the server writes to its files: it can let the disk be full, and
// it notes when a file was flushed. The kernel asks it about each such call (seccomp's user notifications), which takes
// no rights that an ordinary container lacks, as mounting a small disk or tracing a process may.
type fileCalls struct {
	dir  string // files below it are meant
	full atomic.Bool

	mu      sync.Mutex
	flushes []flush
}

// flush is a finished fsync of a file.
type flush struct {
	file string
	interval
}

// flushesOf lists when the file of this name was flushed, in the order in which the flushes ended.
func (c *fileCalls) flushesOf(name string) (list []interval) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, f := range c.flushes {
		if f.file == name {
			list = append(list, f.interval)
		}
	}
	return list
}
