//go:build linux

package main

import (
	"bufio"
	"bytes"
	"fmt"
	"net"
	"net/http"
	"os"
	"slices"
	"sync"
	"syscall"
	"time"
)

// dialAtOnce is how many connects are under way together.
const dialAtOnce = 16

// The handshake as one masked text frame; a mask of zeros leaves the text as it is.
var (
	handshake = append([]byte{0x81, 0x80 | 32, 0, 0, 0, 0}, "{\"protocol\":\"json\",\"version\":1}\x1e"...)
	ping      = []byte{0x89, 0} // of the server
	pong      = []byte{0x8A, 0}
	ourPing   = []byte{0x89, 0x80, 0, 0, 0, 0}
	ourPong   = []byte{0x8A, 0x80, 0, 0, 0, 0}
)

// dial opens a WebSocket and shakes hands.
func dial(address, user string) (*net.TCPConn, error) {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(conn, "GET /hub?access_token=%s HTTP/1.1\r\nHost: bench\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"+
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n", user)
	br := bufio.NewReaderSize(conn, 256)
	answer, err := http.ReadResponse(br, nil)
	if err != nil {
		return nil, err
	}
	if answer.StatusCode != http.StatusSwitchingProtocols {
		return nil, fmt.Errorf("upgrade: %s", answer.Status)
	}
	if _, err := conn.Write(handshake); err != nil {
		return nil, err
	}
	if first, err := br.ReadString(0x1E); err != nil || first[2:] != "{}\x1e" {
		return nil, fmt.Errorf("handshake: %q %v", first, err)
	}
	return conn.(*net.TCPConn), nil
}

// hold keeps connections open and says of each event when the last of them had
// it. For every line that it is sent it has all of them ping, and says when the
// last was answered. They are watched by a bare epoll: goroutines would cost as
// much as the server that is to be measured.
func hold(address string, first, connections int) error {
	poll, err := syscall.EpollCreate1(0)
	if err != nil {
		return err
	}
	type watched struct {
		fd  int
		err error
	}
	opened := make(chan watched, dialAtOnce)
	slots := make(chan struct{}, dialAtOnce)
	go func() {
		for i := range connections {
			slots <- struct{}{}
			go func() {
				fd, err := watch(poll, address, userOf(first+i))
				opened <- watched{fd, err}
				<-slots
			}()
		}
	}()
	var fds []int
	for range connections {
		w := <-opened
		if w.err != nil {
			return w.err
		}
		fds = append(fds, w.fd)
	}
	fmt.Println("connected")
	go func() {
		for commands := bufio.NewScanner(os.Stdin); commands.Scan(); {
			for _, fd := range fds {
				_, _ = syscall.Write(fd, ourPing)
			}
		}
		os.Exit(0) // the parent is done with us
	}()
	return follow(poll, connections)
}

// watch takes a new connection out of Go's hands and into ours.
func watch(poll int, address, user string) (fd int, err error) {
	conn, err := dial(address, user)
	if err != nil {
		return 0, err
	}
	raw, err := conn.SyscallConn()
	if err != nil {
		return 0, err
	}
	if controlErr := raw.Control(func(theirs uintptr) { fd, err = syscall.Dup(int(theirs)) }); controlErr != nil || err != nil {
		return 0, fmt.Errorf("dup: %v %v", controlErr, err)
	}
	if err := conn.Close(); err != nil {
		return 0, err
	}
	return fd, syscall.EpollCtl(poll, syscall.EPOLL_CTL_ADD, fd, &syscall.EpollEvent{Events: syscall.EPOLLIN, Fd: int32(fd)})
}

func follow(poll, connections int) error {
	events := make([]syscall.EpollEvent, 512)
	buffer := make([]byte, 4096)
	for arrived, answered := 0, 0; ; {
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
				_, _ = syscall.Write(int(e.Fd), ourPong)
			}
			arrived += bytes.Count(buffer[:n], []byte(`"Changed"`))
			answered += bytes.Count(buffer[:n], pong)
		}
		for _, count := range []*int{&arrived, &answered} {
			if *count >= connections {
				*count -= connections
				fmt.Println(time.Now().UnixNano(), int64(processorTime()))
			}
		}
	}
}

// churn opens and closes connections for a while, as fast as it can.
func churn(address string) error {
	var mu sync.Mutex
	var took []time.Duration
	var failure error
	begun := time.Now()
	var wait sync.WaitGroup
	for w := range dialAtOnce {
		wait.Go(func() {
			for i := 0; time.Since(begun) < churnTime; i++ {
				at := time.Now()
				conn, err := dial(address, fmt.Sprintf("churn%d-%d", w, i))
				if err == nil {
					err = conn.Close()
				}
				mu.Lock()
				took = append(took, time.Since(at))
				if err != nil {
					failure = err
				}
				mu.Unlock()
				if err != nil {
					return
				}
			}
		})
	}
	wait.Wait()
	if failure != nil {
		return failure
	}
	slices.Sort(took)
	fmt.Println(float64(len(took))/time.Since(begun).Seconds(), ms(took[len(took)*99/100]))
	return nil
}
