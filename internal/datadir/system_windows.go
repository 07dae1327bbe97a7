package datadir

import (
	"errors"
	"io/fs"
	"os"

	"golang.org/x/sys/windows"
)

// Who may read a file is inherited from its directory here, and files belong to whoever made them: an operator who
// wants the data closed to others puts it below their own profile.

// KeepFromOthers lets no other user of the machine read the files that this process makes.
func KeepFromOthers() {}

// Sync makes the names of new and renamed files outlast a power cut. Windows does so by itself.
func Sync(string) error { return nil }

// Free is how many bytes the user of this process may still write to the disk of a directory.
func Free(dir string) (uint64, error) {
	path, err := windows.UTF16PtrFromString(dir)
	if err != nil {
		return 0, err
	}
	var free uint64
	return free, windows.GetDiskFreeSpaceEx(path, &free, nil, nil)
}

// OpenToOthers reports whether users besides the owner can use a file or directory: never on Windows, which has other rights.
func OpenToOthers(string) (rights fs.FileMode, open bool) { return 0, false }

func openDirectory(dir string) (*os.File, error) {
	return os.Open(dir) // #nosec G304 -- below the operator's data directory
}

func giveToOwner(*os.File) error { return nil }

// lockedByte lies beyond the text of a lock file, which others shall still read: locks of Windows bar reading.
var lockedByte = windows.Overlapped{OffsetHigh: 1}

// WaitForLock waits until no other process has locked the file. The lock ends with the file or the process.
func WaitForLock(f *os.File) error { return lock(f, windows.LOCKFILE_EXCLUSIVE_LOCK) }

// tryLock is WaitForLock, but returns errLocked instead of waiting.
func tryLock(f *os.File) error {
	err := lock(f, windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return errLocked
	}
	return err
}

func lock(f *os.File, flags uint32) error {
	at := lockedByte
	return windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, &at)
}
