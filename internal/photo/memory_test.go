package photo

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"runtime"
	"testing"

	"btracker/internal/tracker"
)

// blackPNG is a black image, in a file as small as possible.
func blackPNG(t testing.TB, width, height int, bitDepth, colourType byte, interlaced bool) []byte {
	t.Helper()
	channels := map[byte]int{0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[colourType]
	passes := []image.Rectangle{image.Rect(0, 0, 1, 1)} // Min is where a pass begins, Max its steps
	header := []byte{8 + 4: 0}
	binary.BigEndian.PutUint32(header, uint32(width))
	binary.BigEndian.PutUint32(header[4:], uint32(height))
	header[8], header[9] = bitDepth, colourType
	if interlaced {
		header[12] = 1
		passes = []image.Rectangle{{image.Pt(0, 0), image.Pt(8, 8)}, {image.Pt(4, 0), image.Pt(8, 8)}, {image.Pt(0, 4), image.Pt(4, 8)},
			{image.Pt(2, 0), image.Pt(4, 4)}, {image.Pt(0, 2), image.Pt(2, 4)}, {image.Pt(1, 0), image.Pt(2, 2)}, {image.Pt(0, 1), image.Pt(1, 2)}}
	}
	var data bytes.Buffer
	w := zlib.NewWriter(&data)
	for _, pass := range passes {
		columns, rows := (width-pass.Min.X+pass.Max.X-1)/pass.Max.X, (height-pass.Min.Y+pass.Max.Y-1)/pass.Max.Y
		row := make([]byte, 1+(columns*channels*int(bitDepth)+7)/8)
		for range rows {
			_, _ = w.Write(row)
		}
	}
	_ = w.Close()
	raw := append([]byte("\x89PNG\r\n\x1a\n"), pngChunk("IHDR", header)...)
	if colourType == 3 {
		raw = append(raw, pngChunk("PLTE", []byte{1, 2, 3})...)
	}
	return append(append(raw, pngChunk("IDAT", data.Bytes())...), pngChunk("IEND", nil)...)
}

// greyJPEG is a grey image with a number of components, baseline or progressive.
func greyJPEG(width, height, components int, progressive bool) []byte {
	segment := func(marker byte, body ...byte) []byte {
		return append(binary.BigEndian.AppendUint16([]byte{0xff, marker}, uint16(len(body)+2)), body...)
	}
	quantization := make([]byte, 65)
	for i := range quantization[1:] {
		quantization[i+1] = 1
	}
	frame := binary.BigEndian.AppendUint16([]byte{8}, uint16(height))
	frame = append(binary.BigEndian.AppendUint16(frame, uint16(width)), byte(components))
	scan := []byte{byte(components)}
	for i := range components {
		frame = append(frame, byte(i+1), 0x11, 0)
		scan = append(scan, byte(i+1), 0)
	}
	oneCode := append(append([]byte{0}, 1), make([]byte, 16)...) // one code of one bit: nothing
	raw := append([]byte{0xff, 0xd8}, segment(0xdb, quantization...)...)
	if components == 4 {
		raw = append(raw, segment(0xee, []byte("Adobe\x00\x64\x00\x00\x00\x00\x00")...)...)
	}
	blocks := ((width + 7) / 8) * ((height + 7) / 8) * components
	bits, last := blocks, byte(0)
	if progressive {
		raw = append(raw, segment(0xc2, frame...)...)
	} else {
		raw = append(raw, segment(0xc0, frame...)...)
		bits, last = 2*blocks, 63 // and one for the end of the block
	}
	raw = append(raw, segment(0xc4, oneCode...)...)
	oneCode[0] = 0x10
	raw = append(raw, segment(0xc4, oneCode...)...)
	raw = append(raw, segment(0xda, append(scan, 0, last, 0)...)...)
	return append(append(raw, make([]byte, (bits+7)/8)...), 0xff, 0xd9)
}

// Decoding an image takes at most the memory that was computed from its header.
func TestMemoryIsForeseen(t *testing.T) {
	const side = 1000
	for name, raw := range map[string][]byte{
		"grey PNG":                  blackPNG(t, side, side, 8, 0, false),
		"PNG of a bit":              blackPNG(t, side, side, 1, 0, false),
		"PNG with a palette":        blackPNG(t, side, side, 8, 3, false),
		"PNG":                       blackPNG(t, side, side, 8, 6, false),
		"interlaced PNG":            blackPNG(t, side, side, 8, 6, true),
		"transparent grey PNG":      pngWith(blackPNG(t, side, side, 16, 0, false), pngChunk("tRNS", []byte{0, 0})),
		"PNG of 16 bits":            blackPNG(t, side, side, 16, 6, false),
		"interlaced PNG of 16 bits": blackPNG(t, side, side, 16, 2, true),
		"grey JPEG":                 greyJPEG(side, side, 1, false),
		"JPEG":                      greyJPEG(side, side, 3, false),
		"CMYK JPEG":                 greyJPEG(side, side, 4, false),
		"narrow JPEG":               greyJPEG(1, 60_000, 3, false),
		"progressive grey JPEG":     greyJPEG(side, side, 1, true),
		"progressive JPEG":          greyJPEG(side, side, 3, true),
		"progressive CMYK JPEG":     greyJPEG(side, side, 4, true),
		"lossless WebP":             asWebP(side, side, color.NRGBA{1, 2, 3, 4}),
		"lossy WebP":                lossyWebP,
	} {
		t.Run(name, func(t *testing.T) {
			format, _ := sniff(raw)
			header, err := format.decodeConfig(bytes.NewReader(raw))
			if err != nil {
				t.Fatal(err)
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			if _, err := roughly(raw, format, header); err != nil {
				t.Fatal(err)
			}
			runtime.ReadMemStats(&after)
			const readersOwn = 200_000 // for an image of any size
			if took, said := int64(after.TotalAlloc-before.TotalAlloc), format.memory(raw, header); took > said+readersOwn {
				t.Errorf("it takes %d bytes, not %d", took, said)
			}
		})
	}
}

// Images of 25 megapixels are decoded, except of one rare kind.
func TestMemoryIsBounded(t *testing.T) {
	for name, test := range map[string]struct {
		sample []byte
		fits   bool
	}{
		"PNG of 16 bits":            {blackPNG(t, 1, 1, 16, 6, false), true},
		"interlaced PNG of 16 bits": {blackPNG(t, 1, 1, 16, 6, true), true},
		"CMYK JPEG":                 {greyJPEG(1, 1, 4, false), true},
		"progressive JPEG":          {greyJPEG(1, 1, 3, true), true},
		"progressive CMYK JPEG":     {greyJPEG(1, 1, 4, true), false},
		"lossless WebP of 5 MiB":    {append(asWebP(1, 1, color.NRGBA{}), make([]byte, 5<<20)...), true},
	} {
		format, _ := sniff(test.sample)
		header, err := format.decodeConfig(bytes.NewReader(test.sample))
		if err != nil {
			t.Fatal(name, err)
		}
		header.Width, header.Height = 5000, 5000
		if memory := format.memory(test.sample, header); memory <= maxMemory != test.fits {
			t.Errorf("%s of 25 megapixels takes %d bytes", name, memory)
		}
	}
	d := NewDecoder()
	if _, err := d.Process(t.Context(), greyJPEG(5000, 5000, 4, true)[:200]); !errors.Is(err, tracker.ErrPhotoMemory) || d.Decodes() != 0 {
		t.Errorf("%v after %d decodes", err, d.Decodes())
	}
}
