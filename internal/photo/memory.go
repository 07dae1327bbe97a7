package photo

import (
	"bytes"
	"image"
	"image/color"
)

const (
	// maxMemory is what decoding one image may take. With what the program takes
	// besides it stays below the 512 MiB that the shipped manifests allow, and every
	// usual kind of image of 25 megapixels fits.
	maxMemory = 400 << 20
	// largeMemory is from where on memory is given back before and after a decode.
	largeMemory = 64 << 20
)

// memory is what decoding an image and the first step of scaling take at most, by
// its header. The functions below say it of the decoders we use; they count
// garbage too, because nothing makes the collector run in between.
func (f format) memory(raw []byte, header image.Config) int64 {
	middle := fit(image.Pt(header.Width, header.Height), middleSide)
	return f.bytesNeeded(raw, header) + pixels(middle.X, middle.Y)*4
}

func pixels(width, height int) int64 { return int64(width) * int64(height) }

// bytesForPNG: an image of 16 bits a channel has eight bytes a pixel, others four
// at most. The passes of an interlaced one are images themselves, as large as the
// whole taken together.
func bytesForPNG(raw []byte, header image.Config) int64 {
	const bitDepth, interlace = 24, 28 // places in the file: the header chunk comes first
	size := pixels(header.Width, header.Height) * 4
	if raw[bitDepth] == 16 {
		size *= 2
	}
	if raw[interlace] != 0 {
		size *= 2
	}
	return size
}

// bytesForJPEG: a progressive image keeps four bytes for each value of each
// component until its last scan. Components are stored in whole blocks, and
// converted unless they are grey or YCbCr.
func bytesForJPEG(raw []byte, header image.Config) int64 {
	const largestBlock = 32
	wholeBlocks := func(side int) int { return (side + largestBlock - 1) / largestBlock * largestBlock }
	components, converted := int64(3), int64(0)
	switch header.ColorModel {
	case color.GrayModel:
		components = 1
	case color.CMYKModel:
		components, converted = 4, 4
	case color.RGBAModel:
		converted = 4
	}
	each := components
	if bytes.Contains(raw, []byte("\xff\xc2")) { // the marker of a progressive frame
		each += 4 * components
	}
	return pixels(wholeBlocks(header.Width), wholeBlocks(header.Height)) * (each + converted)
}

// bytesForWebP: a lossy image takes two and a half bytes a pixel with its alpha
// plane, a lossless one (alpha planes are lossless) six. Its Huffman trees come
// from the file, 132 times as large as there; the decoder bounds their number.
func bytesForWebP(raw []byte, header image.Config) int64 {
	const mostTrees = 140_000_000
	return pixels(header.Width, header.Height)*9 + min(int64(len(raw))*132, mostTrees)
}
