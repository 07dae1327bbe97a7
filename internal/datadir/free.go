package datadir

import "syscall"

// Free is how many bytes the user of this process may still write to the disk of a directory.
func Free(dir string) (uint64, error) {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(dir, &disk); err != nil {
		return 0, err
	}
	return disk.Bavail * uint64(disk.Bsize), nil // #nosec G115 -- a block has a size
}
