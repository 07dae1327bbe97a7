//go:build unix

package datadir

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// KeepFromOthers lets no other user of the machine read the files that this process makes.
func KeepFromOthers() { syscall.Umask(0o077) }

// Sync makes the names of new and renamed files outlast a power cut.
func Sync(dir string) error {
	// #nosec G304 -- the operator's data directory, or that of a file named on the command line
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// Free is how many bytes the user of this process may still write to the disk of a directory.
func Free(dir string) (uint64, error) {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(dir, &disk); err != nil {
		return 0, err
	}
	return disk.Bavail * uint64(disk.Bsize), nil // #nosec G115 -- a block has a size
}

// OpenToOthers reports whether users besides the owner can use a file or directory: never on Windows, which has other rights.
func OpenToOthers(path string) (rights fs.FileMode, open bool) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, false
	}
	return info.Mode().Perm(), info.Mode().Perm()&0o077 != 0
}

// openDirectory opens what must be a directory itself and no link to one.
func openDirectory(dir string) (*os.File, error) {
	// #nosec G304 -- below the operator's data directory
	return os.OpenFile(dir, os.O_RDONLY|syscall.O_DIRECTORY|syscall.O_NOFOLLOW, 0)
}

// giveToOwner gives a new file or directory of root to the owner of its parent: root may run a
// command, and the service runs as that owner. Callers must not give away a file that existed
// before: it may be a link to a file of root.
func giveToOwner(made *os.File) error {
	if os.Geteuid() != 0 {
		return nil
	}
	info, err := os.Stat(filepath.Dir(made.Name()))
	if err != nil {
		return err
	}
	owner, ok := info.Sys().(*syscall.Stat_t)
	if !ok || owner.Uid == 0 {
		return nil
	}
	return made.Chown(int(owner.Uid), int(owner.Gid))
}

// WaitForLock waits until no other process has locked the file. The lock ends with the file or the process.
func WaitForLock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX) }

// tryLock is WaitForLock, but returns errLocked instead of waiting.
func tryLock(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return errLocked
	}
	return err
}
