// Package guide holds the user's guide and puts it into the binary.
package guide

import "embed"

// Files are the pages as they are written, and their pictures.
//
//go:embed *.md pictures/*.webp
var Files embed.FS
