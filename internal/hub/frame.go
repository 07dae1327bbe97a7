package hub

import (
	"bufio"
	"encoding/binary"
	"io"
)

// Kinds of frames; those from opClose on are control frames.
const (
	opContinuation = 0
	opText         = 1
	opBinary       = 2
	opClose        = 8
	opPing         = 9
	opPong         = 10

	finalBit  = 0x80 // in the first byte
	maskedBit = 0x80 // in the second

	// Lengths that do not fit into the second byte follow it, in two or eight bytes.
	shortLength = 126
	longLength  = 127

	maxControl = 125
)

// packet is a record as the WebSocket frame that carries it, made once however
// many connections it goes to. It is shared and never changed.
type packet []byte

func packed(record []byte) packet {
	p := make(packet, 0, 10+len(record))
	switch n := len(record); {
	case n < shortLength:
		p = append(p, finalBit|opText, byte(n))
	case n < 1<<16:
		p = binary.BigEndian.AppendUint16(append(p, finalBit|opText, shortLength), uint16(n))
	default:
		p = binary.BigEndian.AppendUint64(append(p, finalBit|opText, longLength), uint64(n))
	}
	return append(p, record...)
}

// record is the packet without its frame, for the other transports.
func (p packet) record() []byte {
	switch p[1] {
	case shortLength:
		return p[4:]
	case longLength:
		return p[10:]
	}
	return p[2:]
}

func controlFrame(opcode byte, payload []byte) []byte {
	return append([]byte{finalBit | opcode, byte(len(payload))}, payload...)
}

// closeCode ends a WebSocket and says why.
type closeCode uint16

const (
	closeNormal   closeCode = 1000
	closeProtocol closeCode = 1002
	closeTooBig   closeCode = 1009
	closeFailure  closeCode = 1011
)

func (c closeCode) Error() string {
	return map[closeCode]string{closeProtocol: "broken frame", closeTooBig: "message too long"}[c]
}

func (c closeCode) frame() []byte {
	return controlFrame(opClose, binary.BigEndian.AppendUint16(nil, uint16(c)))
}

// clientFrame is a frame of a client. Its payload is valid until the next is read.
type clientFrame struct {
	final   bool
	opcode  byte
	payload []byte
}

// readFrame reads a frame with a payload of room bytes at most. The rules it
// holds the frame to are all those that need no other frame.
func readFrame(br *bufio.Reader, room int) (f clientFrame, err error) {
	head, err := br.Peek(2)
	if err != nil {
		return f, err
	}
	f.final, f.opcode = head[0]&finalBit != 0, head[0]&0x0F
	reserved, masked, length := head[0]&0x70, head[1]&maskedBit != 0, uint64(head[1]&0x7F)
	known := f.opcode <= opBinary || f.opcode >= opClose && f.opcode <= opPong
	if reserved != 0 || !masked || !known || f.opcode >= opClose && (!f.final || length > maxControl) {
		return f, closeProtocol
	}
	size := 2
	switch length {
	case shortLength:
		size = 4
	case longLength:
		size = 10
	}
	if head, err = br.Peek(size + 4); err != nil {
		return f, err
	}
	switch length {
	case shortLength:
		length = uint64(binary.BigEndian.Uint16(head[2:]))
	case longLength:
		length = binary.BigEndian.Uint64(head[2:])
	}
	if length > uint64(room) {
		return f, closeTooBig
	}
	mask := [4]byte(head[size:])
	_, _ = br.Discard(size + 4) // they are there
	if f.payload, err = readPayload(br, int(length)); err != nil {
		return f, err
	}
	for i := range f.payload {
		f.payload[i] ^= mask[i%4]
	}
	return f, nil
}

// readPayload takes what fits into the buffer out of it, without a copy.
func readPayload(br *bufio.Reader, n int) (payload []byte, err error) {
	if n > br.Size() {
		payload = make([]byte, n)
		_, err = io.ReadFull(br, payload)
		return payload, err
	}
	if payload, err = br.Peek(n); err == nil {
		_, err = br.Discard(n)
	}
	return payload, err
}

// closeCode is what to answer a frame that closes, unless it is broken itself.
func (f clientFrame) closeCode() (code closeCode, ok bool) {
	if len(f.payload) == 0 {
		return closeNormal, true
	}
	if len(f.payload) == 1 {
		return 0, false
	}
	theirs := binary.BigEndian.Uint16(f.payload)
	// Of the protocol's own codes, some stand for what never was a frame, and others for nothing yet.
	own := theirs >= 1000 && theirs <= 1014 && theirs != 1004 && theirs != 1005 && theirs != 1006
	return closeNormal, own || theirs >= 3000 && theirs < 5000
}
