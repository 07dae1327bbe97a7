package photo

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/jpeg"
	"image/png"
	"io"

	"golang.org/x/image/webp"
)

// format is a kind of image file. Decoders are chosen here and not by image.Decode, because
// any import may add a decoder to that.
type format struct {
	decodeConfig func(io.Reader) (image.Config, error)
	decode       func(io.Reader) (image.Image, error)
	exif         func([]byte) []byte // the EXIF block, or nil
	bytesNeeded  func(raw []byte, header image.Config) int64
}

// maxScans is far more than cameras and programs write (about ten).
const maxScans = 100

func sniff(raw []byte) (format, bool) {
	switch {
	case bytes.HasPrefix(raw, []byte("\xff\xd8\xff")):
		// Each scan of a progressive JPEG visits the whole image, and an empty scan has a few
		// bytes: thousands of them would keep a core busy for minutes.
		scans := bytes.Count(raw, []byte("\xff\xda"))
		return format{jpeg.DecodeConfig, jpeg.Decode, exifOfJPEG, bytesForJPEG}, scans <= maxScans
	case bytes.HasPrefix(raw, []byte("\x89PNG\r\n\x1a\n")):
		return format{png.DecodeConfig, png.Decode, exifOfPNG, bytesForPNG}, true
	case len(raw) > 20 && string(raw[:4]) == "RIFF" && string(raw[8:12]) == "WEBP":
		const animated = 1 << 1
		if string(raw[12:16]) == "VP8X" && raw[20]&animated != 0 {
			return format{}, false
		}
		return format{webp.DecodeConfig, webp.Decode, exifOfWebP, bytesForWebP}, true
	}
	return format{}, false
}

// The three functions below return nil for a damaged file: the decoder will refuse it.

func exifOfJPEG(raw []byte) []byte {
	const app1, startOfScan = 0xe1, 0xda
	for p := 2; p+4 <= len(raw) && raw[p] == 0xff && raw[p+1] != startOfScan; {
		end := p + 2 + int(binary.BigEndian.Uint16(raw[p+2:]))
		if end > len(raw) {
			return nil
		}
		if body := raw[min(p+4, end):end]; raw[p+1] == app1 && bytes.HasPrefix(body, []byte("Exif\x00\x00")) {
			return body[6:]
		}
		p = end
	}
	return nil
}

func exifOfPNG(raw []byte) []byte {
	for p := 8; p+12 <= len(raw); {
		size := int(binary.BigEndian.Uint32(raw[p:]))
		if size > len(raw)-p-12 {
			return nil
		}
		if string(raw[p+4:p+8]) == "eXIf" {
			return raw[p+8 : p+8+size]
		}
		p += 12 + size
	}
	return nil
}

func exifOfWebP(raw []byte) []byte {
	for p := 12; p+8 <= len(raw); {
		size := int(binary.LittleEndian.Uint32(raw[p+4:]))
		if size > len(raw)-p-8 {
			return nil
		}
		if string(raw[p:p+4]) == "EXIF" {
			return bytes.TrimPrefix(raw[p+8:p+8+size], []byte("Exif\x00\x00"))
		}
		p += 8 + size + size%2
	}
	return nil
}
