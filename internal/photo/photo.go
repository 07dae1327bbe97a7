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

	"golang.org/x/image/draw"
)

var (
	// ErrUnsupported is anything but a still JPEG, PNG or WebP.
	ErrUnsupported = errors.New("not a JPEG, PNG or WebP image")
	// ErrTooLarge is an image of too many pixels.
	ErrTooLarge = errors.New("the image has more than 25 megapixels")
	// ErrBroken is an image that can not be decoded.
	ErrBroken = errors.New("the image is damaged")
)

const (
	maxPixels   = 25_000_000
	targetSide  = 512
	jpegQuality = 82
)

// A decode of the largest image takes hundreds of megabytes for a moment.
var slots = make(chan struct{}, 2)

// Photo is an image ready to be stored and served.
type Photo struct {
	Hash        string // hex sha256 of Bytes
	ContentType string
	Bytes       []byte
}

// Process checks raw and returns it upright, at most 512 pixels a side and
// encoded anew. Its error is one of ErrUnsupported, ErrTooLarge and ErrBroken, or
// that of the context while others are decoded.
func Process(ctx context.Context, raw []byte) (Photo, error) {
	format, ok := sniff(raw)
	if !ok {
		return Photo{}, ErrUnsupported
	}
	header, err := format.decodeConfig(bytes.NewReader(raw))
	if err != nil {
		return Photo{}, decodeError(err)
	}
	if header.Width <= 0 || header.Height <= 0 {
		return Photo{}, ErrBroken
	}
	if uint64(header.Width)*uint64(header.Height) > maxPixels {
		return Photo{}, ErrTooLarge
	}
	small, err := shrink(ctx, raw, format, header)
	if err != nil {
		return Photo{}, err
	}
	return encode(upright(small, orientation(format.exif(raw))))
}

func shrink(ctx context.Context, raw []byte, f format, header image.Config) (*image.RGBA, error) {
	select {
	case slots <- struct{}{}:
	case <-ctx.Done(): // nobody waits for it any more
		return nil, ctx.Err()
	}
	defer func() { <-slots }()
	full, err := f.decode(bytes.NewReader(raw))
	if err != nil {
		return nil, decodeError(err)
	}
	from := full.Bounds()
	if from.Dx() != header.Width || from.Dy() != header.Height {
		return nil, fmt.Errorf("%w: header and image differ in size", ErrBroken)
	}
	// The fine scaler looks at every pixel, and takes seconds for millions of
	// them. Four times the final size is enough for it to work from.
	middle := scale(full, draw.ApproxBiLinear, fit(from.Size(), 4*targetSide))
	return scale(middle, draw.CatmullRom, fit(from.Size(), targetSide)), nil
}

// fit returns size with its long side at most longest: the same shape, never enlarged.
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
		return ErrTooLarge
	}
	if errors.As(err, &unsupportedJPEG) || errors.As(err, &unsupportedPNG) {
		return fmt.Errorf("%w: %v", ErrUnsupported, err)
	}
	return fmt.Errorf("%w: %v", ErrBroken, err)
}
