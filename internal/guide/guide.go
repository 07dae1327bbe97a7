package guide

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"io/fs"
	"path"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"golang.org/x/image/webp"

	"btracker/docs/guide"
)

//go:embed guide.css page.html
var own embed.FS

// start is the page that lists the others.
const start = "README.md"

// Files returns the files of the guide by their names: index.html, a page for each job, guide.css, and the pictures. Links
// between them are relative, so the guide works below any base path.
func Files() (map[string][]byte, error) {
	files := map[string][]byte{}
	style, err := own.ReadFile("guide.css")
	if err != nil {
		return nil, err
	}
	files["guide.css"] = style
	layout, err := template.ParseFS(own, "page.html")
	if err != nil {
		return nil, err
	}
	pictures, err := fs.Glob(guide.Files, "pictures/*")
	if err != nil {
		return nil, err
	}
	for _, name := range pictures {
		if files[name], err = guide.Files.ReadFile(name); err != nil {
			return nil, err
		}
	}
	contents, err := readContents()
	if err != nil {
		return nil, err
	}
	for _, l := range contents {
		html, err := render(l.File, contents, layout)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", l.File, err)
		}
		files[htmlName(l.File)] = html
	}
	return files, nil
}

// link is an entry of the list of pages.
type link struct {
	File, Title string
	IsShown     bool // on the page that has the list
}

// Address is where the page is, seen from any other.
func (l link) Address() string { return addressOf(l.File) }

var markdown = goldmark.New(goldmark.WithExtensions(extension.Table), goldmark.WithParserOptions(parser.WithAutoHeadingID()))

// readContents lists the pages in the order in which the first one links them.
func readContents() ([]link, error) {
	source, err := guide.Files.ReadFile(start)
	if err != nil {
		return nil, err
	}
	contents := []link{{File: start, Title: "Contents"}}
	err = ast.Walk(markdown.Parser().Parse(text.NewReader(source)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if l, ok := n.(*ast.Link); ok && entering {
			contents = append(contents, link{File: string(l.Destination), Title: textOf(l, source)})
		}
		return ast.WalkContinue, nil
	})
	return contents, err
}

func render(file string, contents []link, layout *template.Template) ([]byte, error) {
	source, err := guide.Files.ReadFile(file)
	if err != nil {
		return nil, err
	}
	document := markdown.Parser().Parse(text.NewReader(source))
	title := ""
	var pictures []*ast.Image
	err = ast.Walk(document, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading:
			if n.Level == 1 {
				title = textOf(n, source)
			}
		case *ast.Link:
			n.Destination = []byte(addressOf(string(n.Destination)))
		case *ast.Image:
			pictures = append(pictures, n)
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		return nil, err
	}
	for _, p := range pictures {
		if err := frame(p); err != nil {
			return nil, err
		}
	}
	var body, page bytes.Buffer
	if err := markdown.Renderer().Render(&body, source, document); err != nil {
		return nil, err
	}
	shown := make([]link, len(contents))
	for i, l := range contents {
		l.IsShown = l.File == file
		shown[i] = l
	}
	err = layout.Execute(&page, map[string]any{
		"Title": title, "Contents": shown,
		"Body": template.HTML(body.String()), // #nosec G203 -- the guide is part of the program, and goldmark leaves out HTML in it
	})
	return page.Bytes(), err
}

// frame keeps the place of a picture free until it is loaded, and opens it in its full size by a click.
func frame(p *ast.Image) error {
	file, err := guide.Files.Open(string(p.Destination))
	if err != nil {
		return err
	}
	defer file.Close()
	size, err := webp.DecodeConfig(file)
	if err != nil {
		return fmt.Errorf("%s: %w", p.Destination, err)
	}
	p.SetAttributeString("width", fmt.Append(nil, size.Width))
	p.SetAttributeString("height", fmt.Append(nil, size.Height))
	p.SetAttributeString("loading", []byte("lazy"))
	whole := ast.NewLink()
	whole.Destination = p.Destination
	parent := p.Parent()
	parent.ReplaceChild(parent, p, whole)
	whole.AppendChild(whole, p)
	return nil
}

// textOf returns the words in a node.
func textOf(n ast.Node, source []byte) string {
	var words strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			words.Write(t.Segment.Value(source))
			continue
		}
		words.WriteString(textOf(c, source))
	}
	return words.String()
}

// addressOf returns the address of a page that the text calls by its file.
func addressOf(file string) string {
	if file == start {
		return "./"
	}
	return strings.TrimSuffix(file, ".md")
}

func htmlName(file string) string {
	if file == start {
		return "index.html"
	}
	return strings.TrimSuffix(file, path.Ext(file)) + ".html"
}

// Page is a page of the guide as it is written.
type Page struct{ Name, Title, Text string }

// Pages returns the pages in their order, without the one that lists the others.
func Pages() ([]Page, error) {
	contents, err := readContents()
	if err != nil {
		return nil, err
	}
	var pages []Page
	for _, l := range contents[1:] {
		source, err := guide.Files.ReadFile(l.File)
		if err != nil {
			return nil, err
		}
		pages = append(pages, Page{addressOf(l.File), l.Title, string(source)})
	}
	return pages, nil
}
