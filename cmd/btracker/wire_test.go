package main_test

import (
	"bufio"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// wire is a server, seen as bytes.
type wire struct {
	*server
	token string
}

// on is the same server, with another test to complain to.
func (w wire) on(t *testing.T) *wire {
	s := *w.server
	s.t = t
	w.server = &s
	return &w
}

func (w *wire) dial() net.Conn {
	w.t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(w.Base, "http://"))
	if err != nil {
		w.t.Fatal(err)
	}
	_ = conn.SetDeadline(time.Now().Add(time.Minute))
	return conn
}

// reply is one answer on a connection.
type reply struct {
	status int
	header http.Header
	body   string
}

// send writes bytes and reads answers until the server closes the connection. That it does not is an error.
func (w *wire) send(bytes string) (replies []reply, err error) {
	w.t.Helper()
	conn := w.dial()
	defer conn.Close()
	if _, err := io.WriteString(conn, bytes); err != nil {
		return nil, err
	}
	from := bufio.NewReader(conn)
	for {
		answer, err := http.ReadResponse(from, nil)
		if err != nil {
			var late net.Error
			if errors.As(err, &late) && late.Timeout() {
				return replies, errors.New("the connection stays open")
			}
			return replies, nil
		}
		body, err := io.ReadAll(answer.Body)
		if err != nil {
			return replies, err
		}
		replies = append(replies, reply{answer.StatusCode, answer.Header, string(body)})
	}
}
