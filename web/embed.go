// Package web holds the React application and puts its build into the binary.
package web

import "embed"

// Dist is the output of `npm run build`. Before the first build it holds only
// the placeholder that keeps the directory in version control.
//
//go:embed all:dist
var Dist embed.FS
