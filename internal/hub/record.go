package hub

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// separator ends every record. encoding/json escapes it inside of strings, so it
// can not occur in one.
const separator = 0x1E

// maxRecord is the longest incoming record.
const maxRecord = 32 << 10

// Types of messages that mean something to a server without callable methods.
const (
	typeInvocation       = 1
	typeStreamInvocation = 4
	typePing             = 6
	typeClose            = 7
)

var (
	handshakeDone = packed([]byte("{}\x1e"))
	pingPacket    = packed([]byte("{\"type\":6}\x1e"))

	closeForGood      = packed([]byte("{\"type\":7}\x1e"))
	closeAndReconnect = packed([]byte("{\"type\":7,\"allowReconnect\":true}\x1e"))
	closeWithError    = packed([]byte("{\"type\":7,\"error\":\"Connection closed with an error.\"}\x1e"))
)

var (
	errRecordTooLong = errors.New("record too long")
	errProtocol      = errors.New("not a message of the protocol")
)

// Invocation is the record that calls a method at the client. It holds no
// invocation id: the client would answer one, and drops a connection that sends
// an empty one.
func Invocation(target string, arguments ...any) ([]byte, error) {
	if arguments == nil {
		arguments = []any{}
	}
	return record(struct {
		Type      int    `json:"type"`
		Target    string `json:"target"`
		Arguments []any  `json:"arguments"`
	}{typeInvocation, target, arguments})
}

func record(message any) ([]byte, error) {
	b, err := json.Marshal(message)
	return append(b, separator), err
}

// splitter cuts a stream of bytes, in whatever pieces it arrives, into records.
type splitter struct{ partial []byte }

// feed calls take with each record that is complete, without its separator. The
// record is valid during the call alone.
func (s *splitter) feed(data []byte, take func(record []byte) error) error {
	for {
		piece, rest, complete := bytes.Cut(data, []byte{separator})
		if len(s.partial)+len(piece) > maxRecord {
			return errRecordTooLong
		}
		if !complete {
			s.partial = append(s.partial, piece...)
			return nil
		}
		if len(s.partial) > 0 {
			piece = append(s.partial, piece...)
			s.partial = nil // a quiet connection must not keep the memory of its longest record
		}
		if err := take(piece); err != nil {
			return err
		}
		data = rest
	}
}

// message is what matters of an incoming record.
type message struct {
	Type         *int    `json:"type"`
	InvocationID *string `json:"invocationId"`
	Target       string  `json:"target"`
}

func parseMessage(record []byte) (m message, err error) {
	if err := json.Unmarshal(record, &m); err != nil || m.Type == nil {
		return m, errProtocol
	}
	return m, nil
}

// answer is the record that is due to an incoming message, if any: there are no
// methods to call, so whoever waits for a result gets an error.
func (m message) answer() []byte {
	if (*m.Type != typeInvocation && *m.Type != typeStreamInvocation) || m.InvocationID == nil {
		return nil
	}
	b, _ := record(struct {
		Type         int    `json:"type"`
		InvocationID string `json:"invocationId"`
		Error        string `json:"error"`
	}{3, *m.InvocationID, fmt.Sprintf("Unknown hub method '%s'", m.Target)})
	return b
}

// parseHandshake answers with the error text for the client, or nothing.
func parseHandshake(record []byte) (complaint string) {
	var h struct {
		Protocol string `json:"protocol"`
		Version  int    `json:"version"`
	}
	if err := json.Unmarshal(record, &h); err != nil || h.Protocol == "" {
		return "An unexpected error occurred during connection handshake."
	}
	if h.Protocol != "json" {
		return fmt.Sprintf("The protocol '%s' is not supported.", h.Protocol)
	}
	// Version 2 differs in messages of stateful reconnect alone, which is never agreed on here.
	if h.Version != 1 && h.Version != 2 {
		return fmt.Sprintf("The server does not support version %d of the 'json' protocol.", h.Version)
	}
	return ""
}

func handshakeError(text string) []byte {
	b, _ := record(struct {
		Error string `json:"error"`
	}{text})
	return b
}
