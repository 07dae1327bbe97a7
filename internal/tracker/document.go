package tracker

import (
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

var documentKind = RecordKind{
	Name:   EntityDocument,
	Fields: append(fields("name", "details"), states("isConfidential")...),
}

// Document is a file that belongs to a record.
type Document struct {
	ID             string    `json:"id"`
	Entity         string    `json:"entity" doc:"The kind of record that it belongs to: company, project, projectProduct, projectSubscription, product or subscription."`
	EntityID       string    `json:"entityId"`
	EntityName     string    `json:"entityName"`
	CompanyID      *string   `json:"companyId" doc:"The company that the record belongs to, or is. Null in the catalogues."`
	ProjectID      *string   `json:"projectId" doc:"The project that the record belongs to, or is."`
	Name           string    `json:"name" doc:"Of the file."`
	Details        *string   `json:"details"`
	Type           string    `json:"type" doc:"The media type, found by the content." format:"-"`
	Size           int64     `json:"size" doc:"In bytes."`
	SHA256         string    `json:"sha256" doc:"Of the content, in hexadecimal digits."`
	IsConfidential bool      `json:"isConfidential" doc:"It exists only for those who may see the cost of the record."`
	By             *UserRef  `json:"by" doc:"Who added it; null if the program did."`
	CreatedAt      time.Time `json:"createdAt"`
	Version        int       `json:"version"`

	AuthorID  *string `json:"-"`
	ContentID string  `json:"-"`
}

// LoggedDocument is a document as the change log keeps it.
type LoggedDocument struct {
	ID             string    `json:"id"`
	Entity         string    `json:"entity"`
	EntityID       string    `json:"entityId"`
	AuthorID       *string   `json:"authorId"`
	Name           string    `json:"name"`
	Details        *string   `json:"details"`
	Type           string    `json:"type"`
	Size           int64     `json:"size"`
	SHA256         string    `json:"sha256"`
	IsConfidential bool      `json:"isConfidential"`
	CreatedAt      time.Time `json:"createdAt"`
	Version        int       `json:"version"`
}

// Logged is the document as the change log keeps it.
func (d Document) Logged() LoggedDocument {
	return LoggedDocument{ID: d.ID, Entity: d.Entity, EntityID: d.EntityID, AuthorID: d.AuthorID, Name: d.Name, Details: d.Details, Type: d.Type, Size: d.Size, SHA256: d.SHA256,
		IsConfidential: d.IsConfidential, CreatedAt: d.CreatedAt, Version: d.Version}
}

// DocumentEdit changes what is said about a document. An absent field stays as it is.
type DocumentEdit struct {
	ID             string      `json:"id" rule:"id,required"`
	Version        Opt[int]    `json:"version" doc:"The version the edit is based on; any other than the stored one is refused with 409."`
	Name           Opt[string] `json:"name" rule:"fileName"`
	Details        Opt[string] `json:"details" rule:"details"`
	IsConfidential Opt[bool]   `json:"isConfidential" rule:"flag" doc:"For those who may see the cost of the record."`
}

// Check validates the edit.
func (in *DocumentEdit) Check() error {
	err := Validate(in)
	if in.Name.Sent && (in.Name.Empty() || FileName(in.Name.Value) != in.Name.Value) {
		err = JoinInvalid(err, ErrFileName)
	}
	return err
}

// NewDocument is a file that is about to be uploaded.
type NewDocument struct {
	Entity, EntityID, Name string
	IsConfidential         bool
	Size                   int64 // as the client says; -1 if it does not
}

// DocumentLimits bound what is uploaded, in bytes.
type DocumentLimits struct {
	Each int64 `json:"each" doc:"How many bytes a file may have."`
	All  int64 `json:"all" doc:"How many bytes all files together may have."`
}

// DocumentCount is how many documents a record has.
type DocumentCount struct {
	EntityID string `json:"entityId"`
	Count    int    `json:"count"`
}

// MaxDocumentName is how long the name of a document may be: as long as those of files are.
const MaxDocumentName = 255

// DocumentPiece is the size of the pieces in which files are stored. It must not change: stored files are read by it.
const DocumentPiece = 256 << 10

// UploadLife is how long an upload that is not continued is kept.
const UploadLife = time.Hour

// FileName is the last part of a path as a name for a document; empty for one that can be no name. It has no characters
// that hide how it ends.
func FileName(path string) string {
	name := path[strings.LastIndexAny(path, `/\`)+1:]
	if !utf8.ValidString(name) {
		return ""
	}
	name = trim(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || unicode.In(r, unicode.Zl, unicode.Zp) {
			return -1
		}
		return r
	}, name))
	if name == "." || name == ".." || strings.Trim(name, ". ") == "" || utf8.RuneCountInString(name) > MaxDocumentName {
		return ""
	}
	return name
}

// SniffLength is how many bytes ContentType looks at.
const SniffLength = 4096

// Types that a browser shows by itself. Everything else is a download.
var inlineTypes = []string{"image/jpeg", "image/png", "image/webp", "image/gif", "application/pdf", "text/plain"}

// IsInline reports whether a browser may show a content of the type.
func IsInline(mediaType string) bool { return slices.Contains(inlineTypes, mediaType) }

// signatures are how contents of known types begin.
var signatures = []struct{ begin, mediaType string }{
	{"\xff\xd8\xff", "image/jpeg"}, {"\x89PNG\r\n\x1a\n", "image/png"}, {"GIF87a", "image/gif"}, {"GIF89a", "image/gif"},
	{"%PDF-", "application/pdf"}, {"PK\x03\x04", "application/zip"}, {"\x1f\x8b", "application/gzip"},
}

// markup is what tells text that a browser would run or draw, in small letters.
var markup = []struct{ has, mediaType string }{
	{"<svg", "image/svg+xml"}, {"<html", "text/html"}, {"<script", "text/html"}, {"<!doctype", "text/html"}, {"<?xml", "text/xml"},
}

// office are the packed formats of office programs, by a folder that they have.
var office = []struct{ folder, mediaType string }{
	{"word/", "wordprocessingml.document"}, {"xl/", "spreadsheetml.sheet"}, {"ppt/", "presentationml.presentation"},
}

// ContentType finds the media type by the beginning of a content. Names do not count.
func ContentType(begin []byte) string {
	text := string(begin[:min(len(begin), SniffLength)])
	found := ""
	for _, s := range signatures {
		if strings.HasPrefix(text, s.begin) {
			found = s.mediaType
		}
	}
	switch {
	case found == "application/zip" && strings.Contains(text, "[Content_Types].xml"):
		for _, o := range office {
			if strings.Contains(text, o.folder) {
				return "application/vnd.openxmlformats-officedocument." + o.mediaType
			}
		}
		return found
	case found != "":
		return found
	case len(text) >= 12 && text[:4] == "RIFF" && text[8:12] == "WEBP":
		return "image/webp"
	case strings.ContainsFunc(text, isBinary):
		return "application/octet-stream"
	}
	lower := strings.ToLower(text)
	for _, m := range markup {
		if strings.Contains(lower, m.has) {
			return m.mediaType
		}
	}
	return "text/plain"
}

// isBinary reports whether a character is never part of a text.
func isBinary(r rune) bool {
	return r < ' ' && !strings.ContainsRune("\t\n\f\r\x1b", r)
}
