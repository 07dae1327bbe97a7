package demo

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/png"
	"sync"

	"golang.org/x/image/vector"

	"btracker/internal/photo"
)

const pictureSide = 256

var (
	white = color.NRGBA{255, 255, 255, 240}
	faint = color.NRGBA{255, 255, 255, 110}
	shade = color.NRGBA{20, 24, 40, 60}

	// Each background runs from one colour to the other, corner to corner.
	palettes = [][2]color.NRGBA{
		{{58, 91, 160, 255}, {96, 150, 196, 255}}, {{31, 110, 104, 255}, {104, 176, 142, 255}}, {{142, 68, 96, 255}, {214, 132, 128, 255}},
		{{92, 74, 146, 255}, {160, 132, 206, 255}}, {{168, 96, 44, 255}, {228, 172, 96, 255}}, {{48, 62, 84, 255}, {112, 132, 156, 255}},
	}
	// productMotifs has a motif for each category of products, in their order.
	productMotifs = []func(*canvas){window, pages, emblem, film, camera, bars}
	logoMotifs    = []func(*canvas){emblem, ring, peaks, leaf}
)

// pictureBook holds the drawn pictures: product k of category c shows products[c][k], a company one of logos.
type pictureBook struct {
	products [][]photo.Photo
	logos    []photo.Photo
}

var pictures = sync.OnceValues(func() (book pictureBook, err error) {
	for _, motif := range productMotifs {
		var variants []photo.Photo
		for _, palette := range palettes[:4] {
			p, err := draw(motif, palette)
			if err != nil {
				return book, err
			}
			variants = append(variants, p)
		}
		book.products = append(book.products, variants)
	}
	for i := range 8 {
		p, err := draw(logoMotifs[i%len(logoMotifs)], palettes[(i*5+3)%len(palettes)])
		if err != nil {
			return book, err
		}
		book.logos = append(book.logos, p)
	}
	return book, nil
})

// draw makes a picture and processes it as an upload.
func draw(motif func(*canvas), palette [2]color.NRGBA) (photo.Photo, error) {
	c := &canvas{image.NewRGBA(image.Rect(0, 0, pictureSide, pictureSide))}
	for y := range pictureSide {
		for x := range pictureSide {
			c.Set(x, y, blend(palette[0], palette[1], x+y, 2*pictureSide))
		}
	}
	motif(c)
	var raw bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := encoder.Encode(&raw, c.RGBA); err != nil {
		return photo.Photo{}, err
	}
	return photo.NewDecoder().Process(context.Background(), raw.Bytes())
}

func blend(a, b color.NRGBA, at, of int) color.NRGBA {
	mix := func(x, y uint8) uint8 { return uint8((int(x)*(of-at) + int(y)*at) / of) }
	return color.NRGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), 255}
}

// canvas draws smooth shapes, in coordinates from 0 to 256.
type canvas struct{ *image.RGBA }

func (c *canvas) fill(with color.Color, path func(z *vector.Rasterizer)) {
	z := vector.NewRasterizer(pictureSide, pictureSide)
	path(z)
	z.Draw(c.RGBA, c.Bounds(), image.NewUniform(with), image.Point{})
}

func (c *canvas) polygon(with color.Color, points ...float32) {
	c.fill(with, func(z *vector.Rasterizer) {
		z.MoveTo(points[0], points[1])
		for i := 2; i < len(points); i += 2 {
			z.LineTo(points[i], points[i+1])
		}
		z.ClosePath()
	})
}

// box is a rectangle with round corners.
func (c *canvas) box(with color.Color, x, y, w, h, r float32) {
	c.fill(with, func(z *vector.Rasterizer) {
		z.MoveTo(x+r, y)
		z.LineTo(x+w-r, y)
		z.QuadTo(x+w, y, x+w, y+r)
		z.LineTo(x+w, y+h-r)
		z.QuadTo(x+w, y+h, x+w-r, y+h)
		z.LineTo(x+r, y+h)
		z.QuadTo(x, y+h, x, y+h-r)
		z.LineTo(x, y+r)
		z.QuadTo(x, y, x+r, y)
		z.ClosePath()
	})
}

func (c *canvas) disc(with color.Color, x, y, r float32) {
	const k = 0.5523 // how far the handles of a quarter circle reach
	c.fill(with, func(z *vector.Rasterizer) {
		z.MoveTo(x+r, y)
		z.CubeTo(x+r, y+k*r, x+k*r, y+r, x, y+r)
		z.CubeTo(x-k*r, y+r, x-r, y+k*r, x-r, y)
		z.CubeTo(x-r, y-k*r, x-k*r, y-r, x, y-r)
		z.CubeTo(x+k*r, y-r, x+r, y-k*r, x+r, y)
		z.ClosePath()
	})
}

func window(c *canvas) {
	c.box(shade, 46, 66, 172, 136, 14)
	c.box(white, 42, 58, 172, 136, 14)
	for i := range 3 {
		c.disc(shade, 60+float32(i)*16, 74, 5)
	}
	c.box(shade, 56, 94, 62, 84, 6)
	for i := range 4 {
		c.box(shade, 130, 96+float32(i)*22, 70-float32(i%2)*22, 10, 5)
	}
}

func pages(c *canvas) {
	c.box(faint, 92, 44, 110, 150, 8)
	c.box(white, 62, 64, 110, 150, 8)
	c.box(shade, 78, 84, 52, 14, 6)
	for i := range 5 {
		c.box(shade, 78, 114+float32(i)*17, 78-float32(i%3)*14, 7, 3)
	}
}

func emblem(c *canvas) {
	c.disc(faint, 106, 112, 56)
	c.box(faint, 112, 108, 92, 92, 12)
	c.polygon(white, 128, 66, 186, 168, 70, 168)
}

func film(c *canvas) {
	c.box(white, 40, 72, 176, 116, 16)
	c.polygon(shade, 110, 98, 162, 130, 110, 162)
	for i := range 6 {
		c.box(faint, 46+float32(i)*29, 46, 18, 14, 4)
		c.box(faint, 46+float32(i)*29, 200, 18, 14, 4)
	}
}

func camera(c *canvas) {
	c.box(white, 94, 66, 68, 34, 10)
	c.box(white, 42, 84, 172, 112, 18)
	c.disc(shade, 128, 140, 42)
	c.disc(white, 128, 140, 30)
	c.disc(shade, 128, 140, 18)
	c.disc(shade, 192, 104, 7)
}

func bars(c *canvas) {
	for i, height := range []float32{50, 84, 66, 118} {
		c.box(white, 54+float32(i)*40, 194-height, 28, height, 6)
	}
	c.box(faint, 44, 200, 168, 6, 3)
	c.polygon(faint, 54, 126, 58, 118, 100, 88, 142, 98, 196, 48, 200, 56, 143, 108, 100, 98)
}

func ring(c *canvas) {
	c.disc(white, 128, 128, 66)
	c.disc(shade, 128, 128, 40)
	c.disc(white, 172, 84, 22)
}

func peaks(c *canvas) {
	c.disc(faint, 178, 88, 26)
	c.polygon(faint, 118, 190, 176, 104, 232, 190)
	c.polygon(white, 36, 190, 108, 82, 180, 190)
}

func leaf(c *canvas) {
	c.fill(white, func(z *vector.Rasterizer) {
		z.MoveTo(64, 192)
		z.CubeTo(50, 90, 110, 56, 200, 60)
		z.CubeTo(204, 150, 166, 206, 64, 192)
		z.ClosePath()
	})
	c.polygon(shade, 66, 196, 60, 190, 168, 92, 170, 96)
}
