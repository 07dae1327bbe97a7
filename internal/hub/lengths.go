package hub

import "io"

// lengths passes a client's frames on to gws, with the highest bit of a 64-bit
// length cleared. The protocol forbids that bit, but gws takes such a length for
// a negative number and panics; without it the length is only far too large, and
// is refused as that.
type lengths struct {
	io.Reader
	at      int    // the byte of a frame's head that comes next
	numbers int    // where in it the length ends
	head    int    // and where the head does
	length  uint64 // of the payload, as far as it is read
	payload uint64 // what is left of it
}

func (l *lengths) Read(p []byte) (int, error) {
	n, err := l.Reader.Read(p)
	for i := 0; i < n; i++ {
		if l.payload > 0 {
			skip := min(l.payload, uint64(n-i))
			l.payload -= skip
			i += int(skip) - 1
			continue
		}
		l.take(&p[i])
	}
	return n, err
}

// take follows one byte of a head: two bytes, the length if it did not fit into
// the second, and the mask.
func (l *lengths) take(b *byte) {
	switch {
	case l.at == 1:
		l.length, l.numbers = uint64(*b&0x7f), 2
		switch l.length {
		case shortLength:
			l.length, l.numbers = 0, 4
		case longLength:
			l.length, l.numbers = 0, 10
		}
		l.head = l.numbers
		if *b&0x80 != 0 {
			l.head += 4
		}
	case l.at > 1 && l.at < l.numbers:
		if l.at == 2 && l.numbers == 10 {
			*b &= 0x7f
		}
		l.length = l.length<<8 | uint64(*b)
	}
	if l.at++; l.at > 1 && l.at == l.head {
		l.at, l.payload = 0, l.length
	}
}
