package photo

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"testing"
)

var (
	red    = color.RGBA{220, 30, 30, 255}
	green  = color.RGBA{30, 200, 30, 255}
	blue   = color.RGBA{30, 30, 220, 255}
	yellow = color.RGBA{230, 220, 20, 255}
)

// quarters is an image that shows how it was turned: red top left, green top right, blue
// bottom left, yellow bottom right.
func quarters(width, height int) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			switch left, top := x < width/2, y < height/2; {
			case top && left:
				m.SetRGBA(x, y, red)
			case top:
				m.SetRGBA(x, y, green)
			case left:
				m.SetRGBA(x, y, blue)
			default:
				m.SetRGBA(x, y, yellow)
			}
		}
	}
	return m
}

func asJPEG(t testing.TB, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, &jpeg.Options{Quality: 95}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func asPNG(t testing.TB, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// asWebP is a lossless WebP of one colour: five prefix codes of one symbol each,
// and therefore no bits at all for the pixels. Extra chunks follow the image.
func asWebP(width, height int, c color.NRGBA, chunks ...[]byte) []byte {
	var bits bitWriter
	bits.write(0x2f, 8)
	bits.write(uint64(width-1), 14)
	bits.write(uint64(height-1), 14)
	bits.write(1, 1) // alpha is used
	bits.write(0, 3) // version
	bits.write(0, 3) // no transform, no colour cache, one group of codes
	for _, symbol := range []byte{c.G, c.R, c.B, c.A, 0} {
		bits.write(1, 1) // a simple code
		bits.write(0, 1) // of one symbol
		bits.write(1, 1) // of eight bits
		bits.write(uint64(symbol), 8)
	}
	body := []byte("WEBP")
	if len(chunks) > 0 {
		header := make([]byte, 10)
		header[0] = 1 << 3 // has EXIF
		header[4], header[5], header[6] = byte(width-1), byte((width-1)>>8), byte((width-1)>>16)
		header[7], header[8], header[9] = byte(height-1), byte((height-1)>>8), byte((height-1)>>16)
		body = append(body, riffChunk("VP8X", header)...)
	}
	body = append(body, riffChunk("VP8L", bits.bytes())...)
	for _, chunk := range chunks {
		body = append(body, chunk...)
	}
	return riffChunk("RIFF", body)
}

func riffChunk(name string, body []byte) []byte {
	chunk := binary.LittleEndian.AppendUint32([]byte(name), uint32(len(body)))
	chunk = append(chunk, body...)
	if len(body)%2 == 1 {
		chunk = append(chunk, 0)
	}
	return chunk
}

type bitWriter struct {
	bits []bool
}

func (w *bitWriter) write(value uint64, count int) {
	for i := range count {
		w.bits = append(w.bits, value>>i&1 == 1)
	}
}

func (w *bitWriter) bytes() []byte {
	out := make([]byte, (len(w.bits)+7)/8)
	for i, bit := range w.bits {
		if bit {
			out[i/8] |= 1 << (i % 8)
		}
	}
	return out
}

// exifBlock has an orientation, and a text that must not be kept.
func exifBlock(order binary.AppendByteOrder, orientation uint16) []byte {
	b := []byte("II*\x00")
	if order == binary.AppendByteOrder(binary.BigEndian) {
		b = []byte("MM\x00*")
	}
	b = order.AppendUint32(b, 8)
	b = order.AppendUint16(b, 2)
	// An entry before ours: the camera's name.
	b = order.AppendUint16(b, 0x010f)
	b = order.AppendUint16(b, 2)
	b = order.AppendUint32(b, uint32(len(metadata)))
	b = order.AppendUint32(b, 38)
	b = order.AppendUint16(b, 0x0112)
	b = order.AppendUint16(b, 3)
	b = order.AppendUint32(b, 1)
	b = order.AppendUint16(b, orientation)
	b = order.AppendUint16(b, 0)
	b = order.AppendUint32(b, 0)
	return append(b, metadata...)
}

const metadata = "<script>taken at 52.5200 N</script>"

func jpegWithExif(t testing.TB, m image.Image, exif []byte) []byte {
	t.Helper()
	plain := asJPEG(t, m)
	body := append([]byte("Exif\x00\x00"), exif...)
	out := append([]byte{}, plain[:2]...)
	for _, segment := range []struct {
		marker byte
		body   []byte
	}{{0xe0, []byte("JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00")}, {0xe1, body}, {0xfe, []byte(metadata)}} {
		out = append(out, 0xff, segment.marker)
		out = binary.BigEndian.AppendUint16(out, uint16(len(segment.body)+2))
		out = append(out, segment.body...)
	}
	return append(out, plain[2:]...)
}

// pngWith puts chunks behind the header chunk.
func pngWith(plain []byte, chunks ...[]byte) []byte {
	const headerEnd = 8 + 25
	out := append([]byte{}, plain[:headerEnd]...)
	for _, chunk := range chunks {
		out = append(out, chunk...)
	}
	return append(out, plain[headerEnd:]...)
}

func pngChunk(name string, body []byte) []byte {
	chunk := binary.BigEndian.AppendUint32(nil, uint32(len(body)))
	chunk = append(chunk, name...)
	chunk = append(chunk, body...)
	return binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk[4:]))
}

// giantPNG is a small file whose header has the size of a huge image.
func giantPNG(t testing.TB, width, height uint32) []byte {
	t.Helper()
	plain := asPNG(t, quarters(2, 2))
	header := append([]byte{}, plain[16:29]...)
	binary.BigEndian.PutUint32(header, width)
	binary.BigEndian.PutUint32(header[4:], height)
	return append(append(append([]byte{}, plain[:8]...), pngChunk("IHDR", header)...), plain[33:]...)
}

// giantJPEG changes the size in the frame header.
func giantJPEG(t testing.TB, width, height uint16) []byte {
	t.Helper()
	out := asJPEG(t, quarters(16, 16))
	frame := bytes.Index(out, []byte("\xff\xc0"))
	binary.BigEndian.PutUint16(out[frame+5:], height)
	binary.BigEndian.PutUint16(out[frame+7:], width)
	return out
}
