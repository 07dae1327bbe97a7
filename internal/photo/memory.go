package photo

import (
	"bytes"
	"image"
	"image/color"
)

const (
	// maxMemory is how much memory the decoding of one image may take. With the rest of the
	// program that is below the 512 MiB of the shipped manifests, and it is enough for all
	// usual images of tracker.MaxMegapixels.
	maxMemory = 400 << 20
	// An image that takes more than largeMemory returns memory to the system before and after.
	largeMemory = 64 << 20
)

// memory returns how much memory decoding and the first step of scaling take at most, by the
// header. The functions below know the decoders. They count garbage too, because the
// collector may not run in between.
func (f format) memory(raw []byte, header image.Config) int64 {
	middle := fit(image.Pt(header.Width, header.Height), middleSide)
	return f.bytesNeeded(raw, header) + pixels(middle.X, middle.Y)*4
}

func pixels(width, height int) int64 { return int64(width) * int64(height) }

// bytesForPNG: an image of 16 bits a channel takes eight bytes a pixel, others four at most.
// The passes of an interlaced image are images too, together as large as the whole.
func bytesForPNG(raw []byte, header image.Config) int64 {
	const bitDepth, interlace = 24, 28 // offsets in the file, whose first chunk is the header
	size := pixels(header.Width, header.Height) * 4
	if raw[bitDepth] == 16 {
		size *= 2
	}
	if raw[interlace] != 0 {
		size *= 2
	}
	return size
}

// bytesForJPEG: a progressive image takes four bytes more for each value of a component.
// Components are stored in whole blocks, and converted unless they are grey or YCbCr.
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

// bytesForWebP: a lossy image takes two and a half bytes a pixel, with its alpha plane. A
// lossless image or alpha plane takes six. Huffman trees take 132 times as much as in the
// file; the decoder bounds their number.
func bytesForWebP(raw []byte, header image.Config) int64 {
	const mostTrees = 140_000_000
	return pixels(header.Width, header.Height)*9 + min(int64(len(raw))*132, mostTrees)
}
