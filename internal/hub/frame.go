package hub

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
)

// Opcodes of WebSocket frames (RFC 6455); opClose and above are control frames.
const (
	opContinuation = 0
	opText         = 1
	opBinary       = 2
	opClose        = 8
	opPing         = 9
	opPong         = 10

	finalBit  = 0x80 // in the first byte
	maskedBit = 0x80 // in the second byte

	// A length that does not fit into the second byte follows it, in two or eight bytes.
	shortLength = 126
	longLength  = 127

	maxControlPayload = 125
)

// textFrame is a record inside the WebSocket frame that carries it. An event is
// framed once for all its connections, so a textFrame is shared and never changed.
type textFrame []byte

func frameRecord(record []byte) textFrame {
	f := make(textFrame, 0, 10+len(record))
	switch n := len(record); {
	case n < shortLength:
		f = append(f, finalBit|opText, byte(n))
	case n < 1<<16:
		f = binary.BigEndian.AppendUint16(append(f, finalBit|opText, shortLength), uint16(n))
	default:
		f = binary.BigEndian.AppendUint64(append(f, finalBit|opText, longLength), uint64(n))
	}
	return append(f, record...)
}

// record returns the record without its frame, for the other transports.
func (f textFrame) record() []byte {
	switch f[1] {
	case shortLength:
		return f[4:]
	case longLength:
		return f[10:]
	}
	return f[2:]
}

var pingFrame = controlFrame(opPing, nil)

func controlFrame(opcode byte, payload []byte) []byte {
	return append([]byte{finalBit | opcode, byte(len(payload))}, payload...)
}

// closeCode tells the peer why a WebSocket is closed. As an error it is the code
// to answer a frame with that breaks the protocol.
type closeCode uint16

const (
	closeNormal   closeCode = 1000
	closeProtocol closeCode = 1002
	closeTooBig   closeCode = 1009
	closeFailure  closeCode = 1011
)

func (c closeCode) Error() string { return fmt.Sprintf("close code %d", uint16(c)) }

func (c closeCode) frame() []byte {
	return controlFrame(opClose, binary.BigEndian.AppendUint16(nil, uint16(c)))
}

// clientFrame is a frame that a client sent, unmasked.
type clientFrame struct {
	final   bool
	opcode  byte
	payload []byte
}

// readFrame reads one frame, whose payload may have maxPayload bytes. The error is
// a closeCode if the frame breaks a rule that concerns this frame alone.
func readFrame(r *bufio.Reader, maxPayload int) (f clientFrame, err error) {
	head, err := r.Peek(2)
	if err != nil {
		return f, err
	}
	f.final, f.opcode = head[0]&finalBit != 0, head[0]&0x0F
	reserved, masked, length := head[0]&0x70, head[1]&maskedBit != 0, uint64(head[1]&0x7F)
	known := f.opcode <= opBinary || f.opcode >= opClose && f.opcode <= opPong
	if reserved != 0 || !masked || !known || f.opcode >= opClose && (!f.final || length > maxControlPayload) {
		return f, closeProtocol
	}
	maskAt := 2
	switch length {
	case shortLength:
		maskAt = 4
	case longLength:
		maskAt = 10
	}
	if head, err = r.Peek(maskAt + 4); err != nil {
		return f, err
	}
	switch length {
	case shortLength:
		length = uint64(binary.BigEndian.Uint16(head[2:]))
	case longLength:
		length = binary.BigEndian.Uint64(head[2:])
	}
	if length > uint64(maxPayload) {
		return f, closeTooBig
	}
	mask := [4]byte(head[maskAt:])
	_, _ = r.Discard(len(head))
	// The announced length allocates nothing: memory grows with the bytes that arrive.
	f.payload, err = io.ReadAll(io.LimitReader(r, int64(length)))
	if err == nil && len(f.payload) < int(length) {
		err = io.ErrUnexpectedEOF
	}
	for i := range f.payload {
		f.payload[i] ^= mask[i%4]
	}
	return f, err
}

// checkClosePayload returns closeProtocol if the payload of a close frame breaks the protocol.
func checkClosePayload(payload []byte) error {
	if len(payload) == 0 {
		return nil
	}
	if len(payload) == 1 {
		return closeProtocol
	}
	code := binary.BigEndian.Uint16(payload)
	// 1004 is not defined; 1005 and 1006 never appear in a frame.
	ofProtocol := code >= 1000 && code <= 1014 && code != 1004 && code != 1005 && code != 1006
	ofApplication := code >= 3000 && code < 5000
	if !ofProtocol && !ofApplication {
		return closeProtocol
	}
	return nil
}
