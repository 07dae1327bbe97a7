package hub

import "encoding/binary"

// packet is a record as the WebSocket frame that carries it, made once however
// many connections it goes to. It is shared and never changed.
type packet []byte

const (
	textFrame  = 0x81 // the first byte of a whole message of text
	closeFrame = 0x88 // and that of a frame that ends a WebSocket

	// Lengths that do not fit into the second byte follow it, in two or eight bytes.
	shortLength = 126
	longLength  = 127
)

func packed(record []byte) packet {
	p := make(packet, 0, 10+len(record))
	switch n := len(record); {
	case n < shortLength:
		p = append(p, textFrame, byte(n))
	case n < 1<<16:
		p = binary.BigEndian.AppendUint16(append(p, textFrame, shortLength), uint16(n))
	default:
		p = binary.BigEndian.AppendUint64(append(p, textFrame, longLength), uint64(n))
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
