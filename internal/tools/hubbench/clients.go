package main

import (
	"bufio"
	"bytes"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// dialAtOnce is how many connects are under way together.
const dialAtOnce = 32

// connect opens all connections, and reports when the last has got each event.
func connect(address string, connections, events int) error {
	arrivals := make(chan time.Duration, connections)
	failures := make(chan error, connections)
	begun := time.Now()
	var wait sync.WaitGroup
	slots := make(chan struct{}, dialAtOnce)
	for i := range connections {
		slots <- struct{}{}
		wait.Go(func() {
			defer func() { <-slots }()
			if err := open(address, userOf(i), arrivals, failures); err != nil {
				failures <- err
			}
		})
	}
	wait.Wait()
	took := time.Since(begun)
	select {
	case err := <-failures:
		return err
	default:
	}
	fmt.Printf("%d connections in %v, %.0f a second\n", connections, took.Round(time.Millisecond), float64(connections)/took.Seconds())
	for range events {
		var last time.Duration
		for range connections {
			select {
			case at := <-arrivals:
				last = max(last, at)
			case err := <-failures:
				return err
			case <-time.After(30 * time.Second):
				return fmt.Errorf("an event did not reach everyone")
			}
		}
		fmt.Printf("event: the last of %d had it after %v\n", connections, last.Round(100*time.Microsecond))
	}
	return nil
}

// The handshake as one masked text frame; a mask of zeros leaves the text as it is.
var handshake = append([]byte{0x81, 0x80 | 32, 0, 0, 0, 0}, "{\"protocol\":\"json\",\"version\":1}\x1e"...)

func open(address, user string, arrivals chan<- time.Duration, failures chan<- error) error {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return err
	}
	fmt.Fprintf(conn, "GET /hub?access_token=%s HTTP/1.1\r\nHost: bench\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"+
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n", user)
	br := bufio.NewReaderSize(conn, 256)
	answer, err := http.ReadResponse(br, nil)
	if err != nil {
		return err
	}
	if answer.StatusCode != http.StatusSwitchingProtocols {
		return fmt.Errorf("upgrade: %s", answer.Status)
	}
	if _, err := conn.Write(handshake); err != nil {
		return err
	}
	if first, err := br.ReadString(0x1E); err != nil || first[2:] != "{}\x1e" {
		return fmt.Errorf("handshake: %q %v", first, err)
	}
	go func() {
		for {
			record, err := br.ReadSlice(0x1E)
			if err != nil {
				failures <- err
				return
			}
			// Everything else is pings.
			if _, rest, ok := bytes.Cut(record, []byte(`"Changed","arguments":[`)); ok {
				sent, _, _ := bytes.Cut(rest, []byte("]"))
				nanoseconds, _ := strconv.ParseInt(string(sent), 10, 64)
				arrivals <- time.Since(time.Unix(0, nanoseconds))
			}
		}
	}()
	return nil
}
