package photo

import (
	"encoding/binary"
	"image"
)

// orientation returns the orientation tag of EXIF: 1 for an upright image, and 2 to 8 for how
// the camera was held. It returns 1 if the tag is missing or damaged.
func orientation(exif []byte) int {
	const (
		upright        = 1
		orientationTag = 0x0112
		typeShort      = 3
		entrySize      = 12
	)
	if len(exif) < 8 {
		return upright
	}
	var order binary.ByteOrder
	switch string(exif[:4]) {
	case "II*\x00":
		order = binary.LittleEndian
	case "MM\x00*":
		order = binary.BigEndian
	default:
		return upright
	}
	directory := uint64(order.Uint32(exif[4:]))
	if directory+2 > uint64(len(exif)) {
		return upright
	}
	count := int(order.Uint16(exif[directory:]))
	for entries := exif[directory+2:]; count > 0 && len(entries) >= entrySize; count, entries = count-1, entries[entrySize:] {
		if order.Uint16(entries) != orientationTag {
			continue
		}
		value := int(order.Uint16(entries[8:]))
		if order.Uint16(entries[2:]) != typeShort || value < 1 || value > 8 {
			return upright
		}
		return value
	}
	return upright
}

// upright turns and mirrors m, if its orientation is not upright.
func upright(m *image.RGBA, orientation int) *image.RGBA {
	w, h := m.Bounds().Dx(), m.Bounds().Dy()
	// from returns the position in m of a pixel of the result.
	var from func(x, y int) (int, int)
	switch orientation {
	case 2:
		from = func(x, y int) (int, int) { return w - 1 - x, y }
	case 3:
		from = func(x, y int) (int, int) { return w - 1 - x, h - 1 - y }
	case 4:
		from = func(x, y int) (int, int) { return x, h - 1 - y }
	case 5:
		from = func(x, y int) (int, int) { return y, x }
	case 6:
		from = func(x, y int) (int, int) { return y, h - 1 - x }
	case 7:
		from = func(x, y int) (int, int) { return w - 1 - y, h - 1 - x }
	case 8:
		from = func(x, y int) (int, int) { return w - 1 - y, x }
	default:
		return m
	}
	size := image.Rect(0, 0, w, h)
	if orientation >= 5 {
		size = image.Rect(0, 0, h, w)
	}
	turned := image.NewRGBA(size)
	for y := range size.Dy() {
		for x := range size.Dx() {
			turned.SetRGBA(x, y, m.RGBAAt(from(x, y)))
		}
	}
	return turned
}
