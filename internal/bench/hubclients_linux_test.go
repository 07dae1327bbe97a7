package bench

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"syscall"
	"testing"
	"time"

	"btracker/internal/hubtest"
	"btracker/internal/testkit"
)

// dialsAtOnce bounds the connects that run at the same time.
const dialsAtOnce = 16

// dial opens a WebSocket and shakes hands.
func dial(address, user string) (*net.TCPConn, error) {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return nil, err
	}
	if _, err := hubtest.Connect(conn, "/hub?access_token="+user); err != nil {
		return nil, err
	}
	return conn.(*net.TCPConn), nil
}

// arrival is the time at which the last connection got an event.
type arrival struct {
	at  time.Time
	err error
}

// holdConnections opens connections until the end of the test. Each event brings an
// arrival. A bare epoll reads the connections: a goroutine for each would cost as
// much as the server that is measured.
func holdConnections(t testing.TB, address string, connections int) <-chan arrival {
	poll, err := syscall.EpollCreate1(0)
	if err != nil {
		t.Fatal(err)
	}
	opened := testkit.Load{Clients: dialsAtOnce, Requests: int64(connections)}.Send(t.Context(), func(_ context.Context, n int64) error {
		conn, err := dial(address, userOf(int(n)-1))
		if err != nil {
			return err
		}
		fd, err := takeDescriptor(conn)
		if err != nil {
			return err
		}
		t.Cleanup(func() { _ = syscall.Close(fd) })
		return syscall.EpollCtl(poll, syscall.EPOLL_CTL_ADD, fd, &syscall.EpollEvent{Events: syscall.EPOLLIN, Fd: int32(fd)})
	})
	if opened.Failure != nil {
		t.Fatal(opened.Failure)
	}
	arrivals := make(chan arrival, 1)
	go func() { arrivals <- arrival{err: watch(poll, connections, arrivals)} }()
	return arrivals
}

// takeDescriptor takes a connection away from Go's poller.
func takeDescriptor(conn *net.TCPConn) (fd int, err error) {
	defer conn.Close()
	raw, err := conn.SyscallConn()
	if err != nil {
		return 0, err
	}
	if controlErr := raw.Control(func(own uintptr) { fd, err = syscall.Dup(int(own)) }); controlErr != nil {
		return 0, controlErr
	}
	return fd, err
}

// watch reads connections until one is lost.
func watch(poll, connections int, arrivals chan<- arrival) error {
	ping, pong := []byte{hubtest.PingFrame, 0}, hubtest.ShortFrame(hubtest.PongFrame, "")
	events := make([]syscall.EpollEvent, 512)
	buffer := make([]byte, 4096)
	for arrived := 0; ; {
		ready, err := syscall.EpollWait(poll, events, -1)
		if err != nil && err != syscall.EINTR {
			return err
		}
		for _, e := range events[:max(ready, 0)] {
			n, err := syscall.Read(int(e.Fd), buffer)
			if err != nil || n == 0 {
				return fmt.Errorf("a connection was lost: %v", err)
			}
			if bytes.Contains(buffer[:n], ping) {
				_, _ = syscall.Write(int(e.Fd), pong)
			}
			arrived += bytes.Count(buffer[:n], []byte(`"Changed"`))
		}
		if arrived >= connections {
			arrived -= connections
			arrivals <- arrival{at: time.Now()}
		}
	}
}
