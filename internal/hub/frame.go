package hub

import "encoding/binary"

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

var pingFrame = controlFrame(opPing, nil)

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

func (c closeCode) frame() []byte {
	return controlFrame(opClose, binary.BigEndian.AppendUint16(nil, uint16(c)))
}

// clientFrame is a frame of a client. Its payload is a part of what was read.
type clientFrame struct {
	final   bool
	opcode  byte
	payload []byte
}

// parseFrame takes the frame that data begins with, and says how much of data it
// was: nothing while the rest of it is still to come. The payload may have room
// bytes at most, and is unmasked in place. The rules it holds the frame to are
// all those that need no other frame.
func parseFrame(data []byte, room int) (f clientFrame, size int, wrong closeCode) {
	if len(data) < 2 {
		return f, 0, 0
	}
	f.final, f.opcode = data[0]&finalBit != 0, data[0]&0x0F
	reserved, masked, length := data[0]&0x70, data[1]&maskedBit != 0, uint64(data[1]&0x7F)
	known := f.opcode <= opBinary || f.opcode >= opClose && f.opcode <= opPong
	if reserved != 0 || !masked || !known || f.opcode >= opClose && (!f.final || length > maxControl) {
		return f, 0, closeProtocol
	}
	mask := 2 // where it begins
	switch length {
	case shortLength:
		mask = 4
	case longLength:
		mask = 10
	}
	head := mask + 4
	if len(data) < head {
		return f, 0, 0
	}
	switch length {
	case shortLength:
		length = uint64(binary.BigEndian.Uint16(data[2:]))
	case longLength:
		length = binary.BigEndian.Uint64(data[2:])
	}
	if length > uint64(room) {
		return f, 0, closeTooBig
	}
	size = head + int(length)
	if len(data) < size {
		return f, 0, 0
	}
	f.payload = data[head:size]
	for i := range f.payload {
		f.payload[i] ^= data[mask+i%4]
	}
	return f, size, 0
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
