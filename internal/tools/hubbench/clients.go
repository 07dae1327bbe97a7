//go:build linux

package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"slices"
	"sync"
	"syscall"
	"time"
)

// dialsAtOnce bounds the connects that run at the same time.
const dialsAtOnce = 16

// Masked frames of the client; a mask of zeros leaves the text as it is.
var (
	handshakeFrame  = append([]byte{0x81, 0x80 | 32, 0, 0, 0, 0}, "{\"protocol\":\"json\",\"version\":1}\x1e"...)
	pongFrame       = []byte{0x8A, 0x80, 0, 0, 0, 0}
	serverPingFrame = []byte{0x89, 0}
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
	if _, err := conn.Write(handshakeFrame); err != nil {
		return nil, err
	}
	if first, err := br.ReadString(0x1E); err != nil || first[2:] != "{}\x1e" {
		return nil, fmt.Errorf("handshake: %q %v", first, err)
	}
	return conn.(*net.TCPConn), nil
}

// holdConnections opens connections and prints of each event when the last one had
// it. It ends with its standard input. A bare epoll reads the connections: goroutines
// would cost as much as the server that is measured.
func holdConnections(address string, first, connections int) error {
	poll, err := syscall.EpollCreate1(0)
	if err != nil {
		return err
	}
	opened := make(chan error, dialsAtOnce)
	slots := make(chan struct{}, dialsAtOnce)
	go func() {
		for i := range connections {
			slots <- struct{}{}
			go func() {
				opened <- dialInto(poll, address, userOf(first+i))
				<-slots
			}()
		}
	}()
	for range connections {
		if err := <-opened; err != nil {
			return err
		}
	}
	fmt.Println("connected")
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}()
	return printArrivals(poll, connections)
}

// dialInto opens a connection and moves it from Go's poller into poll.
func dialInto(poll int, address, user string) error {
	conn, err := dial(address, user)
	if err != nil {
		return err
	}
	raw, err := conn.SyscallConn()
	if err != nil {
		return err
	}
	fd := 0
	if controlErr := raw.Control(func(own uintptr) { fd, err = syscall.Dup(int(own)) }); controlErr != nil || err != nil {
		return fmt.Errorf("dup: %v %v", controlErr, err)
	}
	if err := conn.Close(); err != nil {
		return err
	}
	return syscall.EpollCtl(poll, syscall.EPOLL_CTL_ADD, fd, &syscall.EpollEvent{Events: syscall.EPOLLIN, Fd: int32(fd)})
}

func printArrivals(poll, connections int) error {
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
			if bytes.Contains(buffer[:n], serverPingFrame) {
				_, _ = syscall.Write(int(e.Fd), pongFrame)
			}
			arrived += bytes.Count(buffer[:n], []byte(`"Changed"`))
		}
		if arrived >= connections {
			arrived -= connections
			fmt.Println(time.Now().UnixNano())
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
	for w := range dialsAtOnce {
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
