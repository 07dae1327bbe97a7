package hub

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// separator ends every record. It never occurs inside of one, because
// encoding/json escapes it in strings.
const separator = 0x1E

// maxRecord is the length of the longest incoming record.
const maxRecord = 32 << 10

// Types of messages that matter to a server without callable methods.
const (
	typeInvocation       = 1
	typeCompletion       = 3
	typeStreamInvocation = 4
	typePing             = 6
	typeClose            = 7
)

var (
	handshakeAnswer = frameRecord([]byte("{}\x1e"))
	pingRecord      = frameRecord([]byte("{\"type\":6}\x1e"))

	closeForGood      = frameRecord([]byte("{\"type\":7}\x1e"))
	closeAndReconnect = frameRecord([]byte("{\"type\":7,\"allowReconnect\":true}\x1e"))
	closeWithError    = frameRecord([]byte("{\"type\":7,\"error\":\"Connection closed with an error.\"}\x1e"))
)

var (
	errRecordTooLong = errors.New("record too long")
	errProtocol      = errors.New("not a message of the protocol")
)

// Invocation returns the record that calls a method of the client. The record has
// no invocation id: the client would answer it, and drops the connection if the id
// is empty.
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

// splitter cuts a stream of bytes into records, whatever pieces it arrives in.
type splitter struct{ partial []byte }

// feed calls handle with each complete record, without its separator. The record is
// valid only during the call.
func (s *splitter) feed(data []byte, handle func(record []byte) error) error {
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
		if err := handle(piece); err != nil {
			return err
		}
		data = rest
	}
}

// message holds the parts of an incoming record that matter here.
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

// answer returns the record that answers a message, or nil. Calls that expect a
// result get an error, because there are no methods to call.
func (m message) answer() []byte {
	if (*m.Type != typeInvocation && *m.Type != typeStreamInvocation) || m.InvocationID == nil {
		return nil
	}
	b, _ := record(struct {
		Type         int    `json:"type"`
		InvocationID string `json:"invocationId"`
		Error        string `json:"error"`
	}{typeCompletion, *m.InvocationID, fmt.Sprintf("Unknown hub method '%s'", m.Target)})
	return b
}

// checkHandshake returns the error text for the client, or an empty one.
func checkHandshake(record []byte) (problem string) {
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
	// Version 2 differs only in messages of stateful reconnect, which this server never offers.
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
