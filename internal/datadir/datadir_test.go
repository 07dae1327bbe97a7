package datadir

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

var noon = time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)

func TestOneUsesTheDirectoryAlone(t *testing.T) {
	dir := t.TempDir()
	inUse := func(says string) {
		t.Helper()
		_, err := Use(dir, "restore", noon)
		var refusal *InUseError
		if !errors.As(err, &refusal) || !strings.Contains(err.Error(), dir) || !strings.Contains(err.Error(), says) || strings.Contains(err.Error(), "\n") {
			t.Errorf("a second one: %v, want %q", err, says)
		}
	}
	first, err := Use(dir, "serve", noon)
	if err != nil {
		t.Fatal(err)
	}
	inUse("since 2026-11-15T12:00:00Z; stop")
	if err := first.At("http://127.0.0.1:8080/a/long/path/"); err != nil {
		t.Fatal(err)
	}
	inUse("since 2026-11-15T12:00:00Z, at http://127.0.0.1:8080/a/long/path/; stop")
	if err := first.At("http://[::1]:1/"); err != nil {
		t.Fatal(err)
	}
	inUse(", at http://[::1]:1/; stop")
	if err := os.Truncate(filepath.Join(dir, lockName), 0); err != nil {
		t.Fatal(err)
	}
	inUse("another btracker")
	first.Release()
	second, err := Use(dir, "restore", noon)
	if err != nil {
		t.Fatal(err)
	}
	inUse("btracker restore, process")
	second.Release()
}

func TestNoLockIsNeeded(t *testing.T) {
	var none *Lock
	if err := none.At("http://127.0.0.1/"); err != nil {
		t.Error(err)
	}
	none.Release()
}

// strangersDirectory returns a directory of another user, if the tests run as root.
func strangersDirectory(t *testing.T) (dir string, owner syscall.Stat_t) {
	t.Helper()
	dir = t.TempDir()
	if os.Geteuid() == 0 {
		if err := os.Chown(dir, 12345, 23456); err != nil {
			t.Fatal(err)
		}
	}
	return dir, ownerOf(t, dir)
}

func ownerOf(t *testing.T, path string) syscall.Stat_t {
	t.Helper()
	info, err := os.Lstat(path)
	if err != nil {
		t.Fatal(err)
	}
	return *info.Sys().(*syscall.Stat_t)
}

func TestWhatIsMadeBelongsToTheDirectorysOwner(t *testing.T) {
	dir, owner := strangersDirectory(t)
	below := filepath.Join(dir, "below")
	if err := errors.Join(MakeBelow(below), MakeBelow(below)); err != nil {
		t.Fatal(err)
	}
	made := []string{below}
	for _, make := range []func() (*os.File, error){
		func() (*os.File, error) { return Create(filepath.Join(dir, "created")) },
		func() (*os.File, error) { return OpenOrCreate(filepath.Join(dir, "opened")) },
		func() (*os.File, error) { return CreateTemp(below, "temp-*") },
	} {
		f, err := make()
		if err != nil {
			t.Fatal(err)
		}
		f.Close()
		made = append(made, f.Name())
	}
	for _, path := range made {
		if got := ownerOf(t, path); got.Uid != owner.Uid || got.Gid != owner.Gid || got.Mode&0o077 != 0 {
			t.Errorf("%s belongs to %d:%d with mode %o, want %d:%d", path, got.Uid, got.Gid, got.Mode, owner.Uid, owner.Gid)
		}
	}
	if _, err := Create(made[1]); !errors.Is(err, fs.ErrExist) {
		t.Errorf("over a file: %v", err)
	}
	if err := MakeBelow(made[1]); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a directory over a file: %v", err)
	}
}

// The owner of the directory does not become the owner of a file of root by a link to it.
func TestLinksGiveNothingAway(t *testing.T) {
	dir, _ := strangersDirectory(t)
	roots := filepath.Join(t.TempDir(), "shadow")
	if err := os.WriteFile(roots, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	before := ownerOf(t, roots)
	link := filepath.Join(dir, "btracker.db")
	if err := os.Symlink(roots, link); err != nil {
		t.Fatal(err)
	}
	f, err := OpenOrCreate(link)
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
	if _, err := Create(link); !errors.Is(err, fs.ErrExist) {
		t.Errorf("create over a link: %v", err)
	}
	if after := ownerOf(t, roots); after.Uid != before.Uid || after.Gid != before.Gid {
		t.Errorf("it belongs to %d:%d now", after.Uid, after.Gid)
	}
}

func TestOpenToOthers(t *testing.T) {
	dir := t.TempDir()
	for rights, want := range map[fs.FileMode]bool{0o700: false, 0o750: true, 0o701: true, 0o777: true} {
		if err := os.Chmod(dir, rights); err != nil {
			t.Fatal(err)
		}
		if got, open := OpenToOthers(dir); open != want || got != rights {
			t.Errorf("%o: %o, %v", rights, got, open)
		}
	}
	if _, open := OpenToOthers(filepath.Join(dir, "missing")); open {
		t.Error("a directory that is not there is open")
	}
}
