package photo

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"runtime/debug"
	"sync/atomic"

	"golang.org/x/image/draw"

	"btracker/internal/tracker"
)

const (
	maxPixels   = tracker.MaxMegapixels * 1_000_000
	targetSide  = 512
	middleSide  = 4 * targetSide
	jpegQuality = 82
)

// Photo is an image ready to be stored and served.
type Photo struct {
	Hash        string // hex sha256 of Bytes
	ContentType string
	Bytes       []byte
}

// Decoder decodes images, one at a time, because a large image takes hundreds of megabytes
// for a moment. The program has one Decoder.
type Decoder struct {
	turn    chan struct{}
	waiting atomic.Int64 // bytes of waiting images
	decodes atomic.Int64
}

// maxWaiting bounds the bytes of waiting images, which are kept in memory: six of the largest
// uploads, or hundreds of usual ones.
const maxWaiting = 32 << 20

func NewDecoder() *Decoder { return &Decoder{turn: make(chan struct{}, 1)} }

// Decodes returns how many images were decoded, successfully or not. An image that is refused
// by its header is not decoded.
func (d *Decoder) Decodes() int64 { return d.decodes.Load() }

// Process checks an image and returns it upright, with at most targetSide pixels a side, and
// encoded anew. It returns an error of tracker for a photo that it does not take, or the
// error of ctx if that ends while the image waits.
func (d *Decoder) Process(ctx context.Context, raw []byte) (Photo, error) {
	format, ok := sniff(raw)
	if !ok {
		return Photo{}, tracker.ErrPhotoType
	}
	header, err := format.decodeConfig(bytes.NewReader(raw))
	if err != nil {
		return Photo{}, decodeError(err)
	}
	if header.Width <= 0 || header.Height <= 0 {
		return Photo{}, tracker.ErrPhotoBroken
	}
	if uint64(header.Width)*uint64(header.Height) > maxPixels {
		return Photo{}, tracker.ErrPhotoSize
	}
	memory := format.memory(raw, header)
	if memory > maxMemory {
		return Photo{}, tracker.ErrPhotoMemory
	}
	small, err := d.shrink(ctx, raw, format, header, memory > largeMemory)
	if err != nil {
		return Photo{}, err
	}
	return encode(upright(small, orientation(format.exif(raw))))
}

// takeTurn waits until no other image is decoded. The caller must call done at the end.
func (d *Decoder) takeTurn(ctx context.Context, size int64) (done func(), err error) {
	defer d.waiting.Add(-size)
	if d.waiting.Add(size) > maxWaiting {
		return nil, tracker.ErrPhotosWait
	}
	if err := ctx.Err(); err != nil { // the select below chooses at random if both are ready
		return nil, err
	}
	select {
	case d.turn <- struct{}{}:
		return func() { <-d.turn }, nil
	case <-ctx.Done(): // the client left, or waited long enough
		return nil, ctx.Err()
	}
}

func (d *Decoder) shrink(ctx context.Context, raw []byte, f format, header image.Config, large bool) (*image.RGBA, error) {
	done, err := d.takeTurn(ctx, int64(len(raw)))
	if err != nil {
		return nil, err
	}
	defer done()
	d.decodes.Add(1)
	// The collector lets the heap grow to twice its size, so the memory of a large image
	// would come on top of the garbage of earlier images.
	giveBack := func() {
		if large {
			debug.FreeOSMemory()
		}
	}
	giveBack()
	middle, err := roughly(raw, f, header)
	giveBack()
	if err != nil {
		return nil, err
	}
	return scale(middle, draw.CatmullRom, fit(image.Pt(header.Width, header.Height), targetSide)), nil
}

// roughly decodes an image and scales it fast to middleSide. The fine scaler takes seconds for
// millions of pixels.
func roughly(raw []byte, f format, header image.Config) (*image.RGBA, error) {
	full, err := f.decode(bytes.NewReader(raw))
	if err != nil {
		return nil, decodeError(err)
	}
	size := full.Bounds().Size()
	if size.X != header.Width || size.Y != header.Height {
		return nil, fmt.Errorf("%w: header and image differ in size", tracker.ErrPhotoBroken)
	}
	return scale(full, draw.ApproxBiLinear, fit(size, middleSide)), nil
}

// fit returns a size of the same shape whose sides are at most longest. It never enlarges.
func fit(size image.Point, longest int) image.Point {
	long := max(size.X, size.Y)
	if long <= longest {
		return size
	}
	shorten := func(side int) int { return max(1, (side*longest+long/2)/long) }
	return image.Pt(shorten(size.X), shorten(size.Y))
}

func scale(m image.Image, scaler draw.Scaler, size image.Point) *image.RGBA {
	from := m.Bounds()
	to := image.NewRGBA(image.Rectangle{Max: size})
	if size == from.Size() {
		draw.Draw(to, to.Bounds(), m, from.Min, draw.Src)
	} else {
		scaler.Scale(to, to.Bounds(), m, from, draw.Src, nil)
	}
	return to
}

func encode(m *image.RGBA) (Photo, error) {
	var out bytes.Buffer
	var err error
	contentType := "image/jpeg"
	if m.Opaque() {
		err = jpeg.Encode(&out, m, &jpeg.Options{Quality: jpegQuality})
	} else {
		contentType = "image/png"
		err = png.Encode(&out, m)
	}
	if err != nil {
		return Photo{}, fmt.Errorf("encode photo: %w", err)
	}
	sum := sha256.Sum256(out.Bytes())
	return Photo{Hash: hex.EncodeToString(sum[:]), ContentType: contentType, Bytes: out.Bytes()}, nil
}

func decodeError(err error) error {
	var unsupportedJPEG jpeg.UnsupportedError
	var unsupportedPNG png.UnsupportedError
	if errors.Is(err, png.UnsupportedError("dimension overflow")) {
		return tracker.ErrPhotoSize
	}
	if errors.As(err, &unsupportedJPEG) || errors.As(err, &unsupportedPNG) {
		return fmt.Errorf("%w: %v", tracker.ErrPhotoType, err)
	}
	return fmt.Errorf("%w: %v", tracker.ErrPhotoBroken, err)
}
