package photo

import (
	"bytes"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"btracker/internal/tracker"
)

//go:embed testdata/lossy.webp
var lossyWebP []byte

//go:embed testdata/animated.webp
var animatedWebP []byte

// process also checks the rules for every photo.
func process(t testing.TB, raw []byte) (Photo, image.Image) {
	t.Helper()
	p, err := NewDecoder().Process(context.Background(), raw)
	if err != nil {
		t.Fatal(err)
	}
	return p, check(t, p)
}

func check(t testing.TB, p Photo) image.Image {
	t.Helper()
	sum := sha256.Sum256(p.Bytes)
	if p.Hash != hex.EncodeToString(sum[:]) {
		t.Error("the hash is not that of the bytes")
	}
	decode := map[string]func([]byte) (image.Image, error){
		"image/jpeg": func(b []byte) (image.Image, error) { return jpeg.Decode(bytes.NewReader(b)) },
		"image/png":  func(b []byte) (image.Image, error) { return png.Decode(bytes.NewReader(b)) },
	}[p.ContentType]
	if decode == nil {
		t.Fatalf("content type %q", p.ContentType)
	}
	m, err := decode(p.Bytes)
	if err != nil {
		t.Fatal(err)
	}
	if size := m.Bounds().Size(); max(size.X, size.Y) > 512 || min(size.X, size.Y) < 1 {
		t.Errorf("size %v", size)
	}
	if bytes.Contains(p.Bytes, []byte("52.5200")) || bytes.Contains(p.Bytes, []byte("Exif")) {
		t.Error("metadata survived")
	}
	return m
}

func near(m image.Image, x, y int, want color.RGBA) bool {
	r, g, b, _ := m.At(x, y).RGBA()
	differs := func(a uint32, b uint8) bool { d := int(a>>8) - int(b); return d < -16 || d > 16 }
	return !differs(r, want.R) && !differs(g, want.G) && !differs(b, want.B)
}

// corners returns the letters of the colours in reading order.
func corners(m image.Image) string {
	w, h := m.Bounds().Dx(), m.Bounds().Dy()
	var out strings.Builder
	for _, p := range []image.Point{{w / 8, h / 8}, {w * 7 / 8, h / 8}, {w / 8, h * 7 / 8}, {w * 7 / 8, h * 7 / 8}} {
		letter := "?"
		for name, c := range map[string]color.RGBA{"r": red, "g": green, "b": blue, "y": yellow} {
			if near(m, p.X, p.Y, c) {
				letter = name
			}
		}
		out.WriteString(letter)
	}
	return out.String()
}

func TestSizes(t *testing.T) {
	for _, test := range []struct{ width, height, wantWidth, wantHeight int }{
		{1, 1, 1, 1},
		{64, 48, 64, 48},
		{512, 512, 512, 512},
		{513, 512, 512, 511},
		{1024, 512, 512, 256},
		{512, 1024, 256, 512},
		{2100, 420, 512, 102}, // in two steps
		{3000, 2, 512, 1},
		{2, 3000, 1, 512},
		{1, 70_000, 1, 512},
	} {
		_, m := process(t, asPNG(t, quarters(test.width, test.height)))
		if min(test.wantWidth, test.wantHeight) > 2 && corners(m) != "rgby" {
			t.Errorf("%dx%d: corners %s", test.width, test.height, corners(m))
		}
		if got := m.Bounds().Size(); got != image.Pt(test.wantWidth, test.wantHeight) {
			t.Errorf("%dx%d became %v", test.width, test.height, got)
		}
	}
}

func TestFormats(t *testing.T) {
	grey := image.NewGray(image.Rect(0, 0, 20, 20))
	cmyk := image.NewCMYK(image.Rect(0, 0, 20, 20))
	offset := quarters(80, 80).SubImage(image.Rect(20, 20, 60, 60))
	for name, raw := range map[string][]byte{
		"JPEG":          asJPEG(t, quarters(600, 600)),
		"grey JPEG":     asJPEG(t, grey),
		"PNG":           asPNG(t, quarters(600, 600)),
		"cut PNG":       asPNG(t, offset),
		"CMYK to PNG":   asPNG(t, cmyk),
		"lossless WebP": asWebP(40, 20, color.NRGBA{200, 100, 50, 255}),
		"lossy WebP":    lossyWebP,
	} {
		t.Run(name, func(t *testing.T) {
			p, m := process(t, raw)
			if p.ContentType != "image/jpeg" {
				t.Errorf("an opaque picture became %s", p.ContentType)
			}
			if m.Bounds().Dx() > 100 && corners(m) != "rgby" {
				t.Errorf("corners %s", corners(m))
			}
		})
	}
	_, m := process(t, asWebP(40, 20, color.NRGBA{200, 100, 50, 255}))
	if !near(m, 20, 10, color.RGBA{200, 100, 50, 255}) {
		t.Errorf("WebP colour %v", m.At(20, 10))
	}
}

func TestTransparencyIsKept(t *testing.T) {
	m := quarters(600, 600)
	for y := range 300 {
		for x := range 300 {
			m.SetRGBA(x, y, color.RGBA{})
		}
	}
	p, got := process(t, asPNG(t, m))
	if _, _, _, alpha := got.At(100, 100).RGBA(); p.ContentType != "image/png" || alpha != 0 {
		t.Errorf("%s, alpha %d", p.ContentType, alpha)
	}
	if !near(got, 400, 400, yellow) {
		t.Errorf("colour %v", got.At(400, 400))
	}
	half := asWebP(10, 10, color.NRGBA{200, 100, 50, 128})
	p, got = process(t, half)
	if c := color.NRGBAModel.Convert(got.At(5, 5)).(color.NRGBA); p.ContentType != "image/png" || c.A != 128 || c.R < 190 {
		t.Errorf("%s, %v", p.ContentType, c)
	}
}

// The images are those that a camera would store of an upright scene. The comments quote the
// standard: where the first row and column of the stored image belong.
func TestOrientation(t *testing.T) {
	want := map[uint16]string{
		0: "rgby", 1: "rgby", 9: "rgby", // no meaning, upright, no meaning
		2: "gryb", // first column is the right side
		3: "ybgr", // first row is the bottom, first column the right side
		4: "byrg", // first row is the bottom
		5: "rbgy", // first row is the left side, first column the top
		6: "bryg", // first row is the right side, first column the top
		7: "ygbr", // first row is the right side, first column the bottom
		8: "gyrb", // first row is the left side, first column the bottom
	}
	for tag, corner := range want {
		for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
			exif := exifBlock(order, tag)
			size := image.Pt(160, 80)
			if tag >= 5 && tag <= 8 {
				size = image.Pt(80, 160)
			}
			for name, raw := range map[string][]byte{
				"JPEG": jpegWithExif(t, quarters(160, 80), exif),
				"PNG":  pngWith(asPNG(t, quarters(160, 80)), pngChunk("tEXt", []byte("Comment\x00"+metadata)), pngChunk("eXIf", exif)),
				"WebP": asWebP(160, 80, color.NRGBA{1, 2, 3, 255}, riffChunk("ICCP", []byte("odd")), riffChunk("EXIF", exif)),
			} {
				t.Run(fmt.Sprintf("%s/%v/%d", name, order, tag), func(t *testing.T) {
					_, m := process(t, raw)
					if m.Bounds().Size() != size {
						t.Errorf("size %v", m.Bounds().Size())
					}
					if name != "WebP" && corners(m) != corner {
						t.Errorf("corners %s, want %s", corners(m), corner)
					}
				})
			}
		}
	}
}

func TestDamagedExifIsIgnored(t *testing.T) {
	whole := exifBlock(binary.BigEndian, 6)
	for cut := range len(whole) {
		raw := jpegWithExif(t, quarters(8, 8), whole[:cut])
		if _, err := NewDecoder().Process(context.Background(), raw); err != nil {
			t.Errorf("EXIF cut after %d bytes: %v", cut, err)
		}
	}
	far := append([]byte{}, whole...)
	binary.BigEndian.PutUint32(far[4:], 0xffffffff)
	if got := orientation(far); got != 1 {
		t.Errorf("a directory out of range: %d", got)
	}
}

func TestRefusals(t *testing.T) {
	goodJPEG, goodPNG := asJPEG(t, quarters(100, 100)), asPNG(t, quarters(100, 100))
	goodWebP := asWebP(100, 100, color.NRGBA{1, 2, 3, 255})
	manyScans := append(append([]byte{}, goodJPEG...), bytes.Repeat([]byte("\xff\xda"), 200)...)
	for name, test := range map[string]struct {
		raw  []byte
		want error
	}{
		"nothing":          {nil, tracker.ErrPhotoType},
		"text":             {[]byte("hello"), tracker.ErrPhotoType},
		"SVG":              {[]byte(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`), tracker.ErrPhotoType},
		"GIF":              {[]byte("GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff!\xf9\x04\x00\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"), tracker.ErrPhotoType},
		"BMP":              {[]byte("BM" + strings.Repeat("\x00", 60)), tracker.ErrPhotoType},
		"HTML before JPEG": {append([]byte("<html>"), goodJPEG...), tracker.ErrPhotoType},
		"WAV":              {riffChunk("RIFF", []byte("WAVEfmt "+strings.Repeat("\x00", 30))), tracker.ErrPhotoType},
		"animated WebP":    {animatedWebP, tracker.ErrPhotoType},
		"too many scans":   {manyScans, tracker.ErrPhotoType},
		"JPEG start":       {goodJPEG[:3], tracker.ErrPhotoBroken},
		"PNG start":        {goodPNG[:8], tracker.ErrPhotoBroken},
		"half a JPEG":      {goodJPEG[:len(goodJPEG)/2], tracker.ErrPhotoBroken},
		"half a PNG":       {goodPNG[:len(goodPNG)/2], tracker.ErrPhotoBroken},
		"part of a WebP":   {goodWebP[:26], tracker.ErrPhotoBroken},
		"giant PNG":        {giantPNG(t, 1<<30, 1<<30), tracker.ErrPhotoSize},
		"large PNG":        {giantPNG(t, 5001, 5000), tracker.ErrPhotoSize},
		"tall PNG":         {giantPNG(t, 1, 25_000_001), tracker.ErrPhotoSize},
		"giant JPEG":       {giantJPEG(t, 65535, 65535), tracker.ErrPhotoSize},
		"giant WebP":       {asWebP(16384, 16384, color.NRGBA{}), tracker.ErrPhotoSize},
		"promised PNG":     {giantPNG(t, 5000, 5000), tracker.ErrPhotoBroken},
		"no width":         {giantPNG(t, 0, 10), tracker.ErrPhotoBroken},
		"no height":        {giantJPEG(t, 16, 0), tracker.ErrPhotoBroken},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := NewDecoder().Process(context.Background(), test.raw)
			if !errors.Is(err, test.want) || p.Bytes != nil {
				t.Errorf("Process = %v", err)
			}
		})
	}
}

// Of a file that is an image and something else, only the image is kept.
func TestPolyglotsLoseTheirOtherHalf(t *testing.T) {
	payload := []byte("PK\x03\x04<script>alert('52.5200')</script>")
	plain := asJPEG(t, quarters(60, 60))
	for name, raw := range map[string][]byte{
		"after a JPEG": append(append([]byte{}, plain...), payload...),
		"in a JPEG":    jpegWithExif(t, quarters(60, 60), payload),
		"after a PNG":  append(asPNG(t, quarters(60, 60)), payload...),
		"in a PNG":     pngWith(asPNG(t, quarters(60, 60)), pngChunk("tEXt", append([]byte("a\x00"), payload...))),
		"in a WebP":    asWebP(60, 60, color.NRGBA{9, 9, 9, 255}, riffChunk("XMP ", payload)),
	} {
		t.Run(name, func(t *testing.T) {
			p, _ := process(t, raw)
			if bytes.Contains(p.Bytes, []byte("script")) || bytes.Contains(p.Bytes, []byte("PK\x03\x04")) {
				t.Error("the payload survived")
			}
		})
	}
}

func TestOneDecodeAtATime(t *testing.T) {
	const uploads = 4
	raw := asPNG(t, quarters(600, 600))
	d := NewDecoder()
	format, _ := sniff(raw)
	decode := format.decode
	var running atomic.Int32
	started, proceed := make(chan struct{}), make(chan struct{})
	format.decode = func(r io.Reader) (image.Image, error) {
		if n := running.Add(1); n != 1 {
			t.Errorf("%d decodes at once", n)
		}
		defer running.Add(-1)
		started <- struct{}{}
		<-proceed
		return decode(r)
	}
	var all sync.WaitGroup
	for range uploads {
		all.Go(func() {
			if _, err := d.shrink(t.Context(), raw, format, image.Config{Width: 600, Height: 600}, false); err != nil {
				t.Error(err)
			}
		})
	}
	for ended := range uploads {
		<-started
		for waiting := int64(uploads - 1 - ended); d.waiting.Load() != waiting*int64(len(raw)); {
			runtime.Gosched()
		}
		proceed <- struct{}{}
	}
	all.Wait()
	if d.Decodes() != uploads || len(d.turn) != 0 || d.waiting.Load() != 0 {
		t.Errorf("%d decodes, turn %d, %d bytes wait", d.Decodes(), len(d.turn), d.waiting.Load())
	}
}

func TestWaitingIsBounded(t *testing.T) {
	raw := asPNG(t, quarters(600, 600))
	d := NewDecoder()
	d.turn <- struct{}{} // another image is decoded all the time
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := d.Process(gone, raw); !errors.Is(err, context.Canceled) {
		t.Errorf("it waits for a client that left: %v", err)
	}
	d.waiting.Store(maxWaiting - int64(len(raw)) + 1)
	if _, err := d.Process(t.Context(), raw); !errors.Is(err, tracker.ErrPhotosWait) {
		t.Errorf("a full queue: %v", err)
	}
	if _, err := d.Process(t.Context(), giantPNG(t, 1<<20, 1<<20)); !errors.Is(err, tracker.ErrPhotoSize) {
		t.Errorf("a refusal by the header alone: %v", err)
	}
	if d.Decodes() != 0 || d.waiting.Load() != maxWaiting-int64(len(raw))+1 {
		t.Errorf("%d decodes, %d bytes wait", d.Decodes(), d.waiting.Load())
	}
	<-d.turn
	d.waiting.Store(maxWaiting - int64(len(raw)))
	if _, err := d.Process(t.Context(), raw); err != nil {
		t.Errorf("the last one that may wait: %v", err)
	}
}

// signatures are the beginnings of files of each kind. The fuzzer puts its bytes after one of
// them, because it would hardly ever find one.
var signatures = []string{"\xff\xd8\xff", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "RIFF\xff\xff\x00\x00WEBP", ""}

// fuzzPixels keeps an attempt short. TestRefusals and TestSizes have large images.
const fuzzPixels = 1 << 16

func FuzzProcess(f *testing.F) {
	for _, seed := range [][]byte{
		jpegWithExif(f, quarters(20, 10), exifBlock(binary.LittleEndian, 6)),
		pngWith(asPNG(f, quarters(20, 10)), pngChunk("eXIf", exifBlock(binary.BigEndian, 8))),
		asWebP(20, 10, color.NRGBA{1, 2, 3, 4}, riffChunk("EXIF", exifBlock(binary.BigEndian, 3))),
		lossyWebP,
	} {
		f.Add(uint8(3), seed)
		for kind, signature := range signatures[:3] {
			if seed[0] == signature[0] {
				f.Add(uint8(kind), seed[len(signature):])
			}
		}
	}
	f.Fuzz(func(t *testing.T, kind uint8, rest []byte) {
		raw := append([]byte(signatures[int(kind)%len(signatures)]), rest...)
		if format, known := sniff(raw); known {
			if header, err := format.decodeConfig(bytes.NewReader(raw)); err == nil && header.Width*header.Height > fuzzPixels && header.Width*header.Height <= maxPixels {
				return
			}
		}
		p, err := NewDecoder().Process(context.Background(), raw)
		if err != nil {
			if !errors.Is(err, tracker.ErrPhotoType) && !errors.Is(err, tracker.ErrPhotoSize) && !errors.Is(err, tracker.ErrPhotoBroken) {
				t.Errorf("an error of no kind: %v", err)
			}
			return
		}
		check(t, p)
	})
}
