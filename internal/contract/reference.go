package contract

import (
	"embed"
	"io/fs"
)

//go:embed reference
var reference embed.FS

// Reference returns the files of the page that shows the document to people. Links between them are relative, so the
// page works below any base path. It loads nothing from other servers.
func Reference() (fs.FS, error) { return fs.Sub(reference, "reference") }
