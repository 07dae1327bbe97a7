package datadir

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// lockName is a file that is never removed: otherwise two processes could lock two files of
// this name.
const lockName = "btracker.lock"

var errLocked = errors.New("the file is locked by another process")

// Lock is the right of one process to use the directory alone. It ends with the process, also
// after a crash. The methods of a nil Lock do nothing.
type Lock struct {
	file   *os.File
	holder string
}

// InUseError says who uses the directory.
type InUseError struct{ Dir, Holder string }

func (e *InUseError) Error() string {
	return fmt.Sprintf("the data directory %s is in use by %s; stop it first", e.Dir, cmp.Or(e.Holder, "another btracker"))
}

// Use takes the directory for a command, or returns an InUseError.
func Use(dir, command string, now time.Time) (*Lock, error) {
	f, err := OpenOrCreate(filepath.Join(dir, lockName))
	if err != nil {
		return nil, err
	}
	if err := tryLock(f); err != nil {
		if errors.Is(err, errLocked) {
			err = &InUseError{Dir: dir, Holder: holder(f)}
		}
		return nil, errors.Join(err, f.Close())
	}
	host, err := os.Hostname() // a process number is only unique within a container
	if err != nil {
		host = "this machine"
	}
	l := &Lock{file: f, holder: fmt.Sprintf("btracker %s, process %d on %s, since %s", command, os.Getpid(), host, now.UTC().Format(time.RFC3339))}
	if err := l.write(l.holder); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return l, nil
}

// At writes into the lock file at which address the process can be reached.
func (l *Lock) At(address string) error {
	if l == nil {
		return nil
	}
	return l.write(l.holder + ", at " + address)
}

// Release lets others use the directory.
func (l *Lock) Release() {
	if l == nil {
		return
	}
	_ = l.file.Truncate(0) // nobody holds the lock now
	_ = l.file.Close()
}

// write replaces the text in an order in which the first line is always complete.
func (l *Lock) write(holder string) error {
	text := holder + "\n"
	if _, err := l.file.WriteAt([]byte(text), 0); err != nil {
		return err
	}
	return l.file.Truncate(int64(len(text)))
}

// holder reads who has locked the file; "" if that can not be read.
func holder(f *os.File) string {
	text := make([]byte, 500)
	n, err := f.ReadAt(text, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return ""
	}
	line, _, _ := strings.Cut(string(text[:n]), "\n")
	return line
}
