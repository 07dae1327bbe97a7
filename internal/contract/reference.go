package contract

import (
	"embed"
	"io/fs"
)

//go:embed reference
var reference embed.FS

// Reference holds the files of the page that shows the document to people. The page names its files relative to itself,
// so it works below any base path, and it loads nothing from elsewhere.
func Reference() (fs.FS, error) { return fs.Sub(reference, "reference") }
