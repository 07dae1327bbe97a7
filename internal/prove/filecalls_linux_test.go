package prove

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"btracker/internal/tools/program"
)

// fileCalls decides the system calls by which a server writes to its files. It can make the disk look full, and it notes
// when a file was flushed. The kernel asks it about each call by seccomp's user notifications. They need no special rights,
// while mounting a small disk or tracing a process may need rights that a container lacks.
type fileCalls struct {
	dir  string // calls for files elsewhere are allowed
	full atomic.Bool

	mu      sync.Mutex
	flushes []flush
}

// flush is a finished fsync of a file.
type flush struct {
	file string
	interval
}

// watched are the calls by which SQLite writes, makes room and flushes.
var watched = []uint32{unix.SYS_PWRITE64, unix.SYS_FTRUNCATE, unix.SYS_FALLOCATE, unix.SYS_FSYNC, unix.SYS_FDATASYNC}

// watchedBinary is the variable that tells this program which binary to become, watched through the inherited socket.
const (
	watchedBinary   = "PROVE_WATCHED_BINARY"
	inheritedSocket = 3
)

// watchFiles makes a target whose one server is watched: this program starts, lets itself be watched and becomes the
// target's binary.
func watchFiles(t *testing.T, target program.Target) (program.Target, *fileCalls) {
	self, err := os.Executable()
	ok(t, err)
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	ok(t, err)
	theirs := os.NewFile(uintptr(pair[1]), "watched")
	t.Cleanup(func() { theirs.Close() })
	calls := &fileCalls{dir: target.Data}
	go calls.watch(pair[0])
	target.Env, target.ExtraFiles = append(target.Env, watchedBinary+"="+target.Binary), []*os.File{theirs}
	target.Binary = self
	return target, calls
}

func init() {
	if binary := os.Getenv(watchedBinary); binary != "" {
		fmt.Fprintln(os.Stderr, "become watched:", becomeWatched(binary))
		os.Exit(1)
	}
}

// becomeWatched turns this process into the binary, whose calls are decided at the other end of the socket. It returns
// only when that fails. It must run on the first thread, as init does: the filter belongs to one thread, and execve keeps it.
func becomeWatched(binary string) error {
	listener, err := filterCalls()
	if err == nil {
		err = unix.Sendmsg(inheritedSocket, []byte{0}, unix.UnixRights(listener), nil, 0)
	}
	if err := errors.Join(err, unix.Close(inheritedSocket), os.Unsetenv(watchedBinary)); err != nil {
		return err
	}
	return unix.Exec(binary, append([]string{binary}, os.Args[1:]...), os.Environ())
}

// filterCalls makes the kernel ask about the watched calls, and returns the descriptor on which it asks.
func filterCalls() (listener int, err error) {
	load := func(offset uint32) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: offset}
	}
	answer := func(action uint32) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: action}
	}
	program := []unix.SockFilter{load(0)} // the number of the call
	for i, call := range watched {
		program = append(program, unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: call, Jt: uint8(len(watched) - i)})
	}
	program = append(program, answer(unix.SECCOMP_RET_ALLOW), answer(unix.SECCOMP_RET_USER_NOTIF))
	// Without special rights a process may install a filter only if it can never gain rights.
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return 0, err
	}
	filter := unix.SockFprog{Len: uint16(len(program)), Filter: &program[0]}
	fd, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_NEW_LISTENER, uintptr(unsafe.Pointer(&filter)))
	if errno != 0 {
		return 0, errno
	}
	return int(fd), nil
}

// question and verdict are struct seccomp_notif and seccomp_notif_resp of linux/seccomp.h.
type question struct {
	id         uint64
	pid, flags uint32
	call       int32
	arch       uint32
	ip         uint64
	args       [6]uint64
}

type verdict struct {
	id    uint64
	value int64
	errno int32
	flags uint32
}

const goAhead = 1 // SECCOMP_USER_NOTIF_FLAG_CONTINUE: the kernel does the call

// watch decides the calls of a server until it has ended.
func (c *fileCalls) watch(socket int) {
	listener, err := receiveDescriptor(socket)
	if err != nil {
		return // the server says why
	}
	defer unix.Close(listener)
	var deciding sync.WaitGroup
	defer deciding.Wait() // before the listener is closed and its number is used again
	poll := []unix.PollFd{{Fd: int32(listener), Events: unix.POLLIN}}
	for {
		if _, err := unix.Poll(poll, -1); err != nil && !errors.Is(err, unix.EINTR) {
			return
		}
		if poll[0].Revents&unix.POLLIN == 0 {
			if poll[0].Revents != 0 {
				return // the last watched process has ended
			}
			continue
		}
		var q question
		if _, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(listener), unix.SECCOMP_IOCTL_NOTIF_RECV, uintptr(unsafe.Pointer(&q))); errno != 0 {
			continue // the process that asked was killed meanwhile
		}
		deciding.Go(func() { // a flush takes its time, and others write meanwhile
			v := c.decide(q)
			_, _, _ = unix.Syscall(unix.SYS_IOCTL, uintptr(listener), unix.SECCOMP_IOCTL_NOTIF_SEND, uintptr(unsafe.Pointer(&v)))
		})
	}
}

func receiveDescriptor(socket int) (int, error) {
	defer unix.Close(socket)
	room := make([]byte, unix.CmsgSpace(4))
	_, n, _, _, err := unix.Recvmsg(socket, make([]byte, 1), room, unix.MSG_CMSG_CLOEXEC)
	if err != nil {
		return 0, err
	}
	messages, err := unix.ParseSocketControlMessage(room[:n])
	if err != nil || len(messages) != 1 {
		return 0, errors.Join(err, unix.EBADMSG)
	}
	descriptors, err := unix.ParseUnixRights(&messages[0])
	if err != nil {
		return 0, err
	}
	return descriptors[0], nil
}

func (c *fileCalls) decide(q question) verdict {
	yes := verdict{id: q.id, flags: goAhead}
	descriptor := fmt.Sprintf("/proc/%d/fd/%d", q.pid, int32(q.args[0]))
	name, err := os.Readlink(descriptor)
	if err != nil || !strings.HasPrefix(name, c.dir+string(filepath.Separator)) {
		return yes
	}
	switch uint32(q.call) {
	case unix.SYS_FSYNC, unix.SYS_FDATASYNC:
		return verdict{id: q.id, errno: c.flush(descriptor, name)}
	default:
		info, err := os.Stat(descriptor)
		if err == nil && c.full.Load() && q.end() > info.Size() {
			return verdict{id: q.id, errno: -int32(unix.ENOSPC)}
		}
		return yes
	}
}

// end is the length that the file has after the call.
func (q question) end() int64 {
	switch uint32(q.call) {
	case unix.SYS_PWRITE64:
		return int64(q.args[3] + q.args[2])
	case unix.SYS_FALLOCATE:
		return int64(q.args[2] + q.args[3])
	}
	return int64(q.args[1]) // ftruncate
}

// flush flushes the file in place of the server. No other way shows when the flush has ended.
func (c *fileCalls) flush(descriptor, name string) (errno int32) {
	file, err := os.OpenFile(descriptor, os.O_RDWR, 0)
	if err != nil {
		return -int32(unix.EIO)
	}
	defer file.Close()
	began := time.Now()
	if err := file.Sync(); err != nil {
		return -int32(unix.EIO)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.flushes = append(c.flushes, flush{filepath.Base(name), interval{began, time.Now()}})
	return 0
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
