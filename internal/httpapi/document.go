package httpapi

import (
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"os"
	"reflect"
	"strings"
	"time"

	"btracker/internal/change"
	"btracker/internal/contract"
	"btracker/internal/record"
	"btracker/internal/share"
	"btracker/internal/tracker"
)

const (
	// uploadTurns is how many documents are received at once, and uploadsOfUser how many of one person. The others wait for their turn, and
	// their bodies are not read: each upload holds one piece in memory.
	uploadTurns    = 8
	uploadsOfUser  = 3
	uploadPatience = 5 * time.Minute
	// Downloads hold a piece each, too, and as long as their clients take to read it.
	downloadTurns    = 64
	downloadsOfUser  = 8
	downloadPatience = 20 * time.Second
	// pieceTimeout is for a piece to arrive, or to be read.
	pieceTimeout = 30 * time.Second
)

func (s *server) documentOperations() {
	const tag = "Documents"
	readers := contract.Who{Line: "whoever may see the record, and of confidential ones whoever may see its cost. For everyone else it does not exist."}
	editors := contract.Who{Line: "administrators, and whoever may edit the record. Setting the status of a product is not editing it."}
	handle(s, contract.Operation{ID: "listDocuments", Method: http.MethodGet, Path: "/document", Tag: tag, Summary: "List the documents of a record, newest first",
		Who: readers, Keys: contract.AnyKeys, Missing: true, List: &contract.List{},
		Params:  append([]contract.Param{contract.Flag("Within", "Also documents of what belongs to the record: a company's projects, and their items.")}, ofRecord...),
		Details: "What is known of each; getDocumentContent answers the file."},
		func(ctx context.Context, c call, _ none) (array[tracker.Document], error) {
			entity, id, err := recordOf(c.listCall, false)
			if err != nil {
				return array[tracker.Document]{}, err
			}
			page, err := s.app.Documents(ctx, c.Caller, c.List, tracker.NoteFilter{Entity: entity, EntityID: id, Within: c.flag("Within")})
			return array[tracker.Document](page), err
		})
	handle(s, contract.Operation{ID: "countDocuments", Method: http.MethodGet, Path: "/document/count", Tag: tag, Summary: "Count the documents of some records",
		Who: readers, Keys: contract.AnyKeys, Details: "Records without documents, and those that the caller may not see, are left out.",
		Params: []contract.Param{ofRecord[0], contract.Text("EntityIds", fmt.Sprintf("The records, at most %d, with commas between them.", tracker.MaxPageSize))}},
		func(ctx context.Context, c call, _ none) ([]tracker.DocumentCount, error) {
			entity, err := parseOption(c.params, "Entity", tracker.HolderEntities, "")
			ids := strings.Split(c.params.Get("EntityIds"), ",")
			switch {
			case err != nil:
				return nil, err
			case entity == "":
				return nil, tracker.BadQuery("Entity", tracker.NotSent)
			case len(ids) > tracker.MaxPageSize:
				return nil, tracker.BadQuery("EntityIds", tracker.NotAnOption)
			}
			return s.app.DocumentCounts(ctx, c.Caller, entity, ids)
		})
	handle(s, contract.Operation{ID: "getDocumentLimits", Method: http.MethodGet, Path: "/document/limits", Tag: tag, Summary: "Read how large documents may be",
		Who: contract.SignedIn, Keys: contract.AnyKeys, Details: "As the installation has set it, for a client that does not want to send a file in vain."},
		func(context.Context, call, none) (tracker.DocumentLimits, error) { return s.app.DocumentLimits(), nil })
	handle(s, contract.Operation{ID: "addDocument", Method: http.MethodPost, Path: "/document", Tag: tag, Summary: "Add a document to a record",
		Who: editors, Keys: contract.AnyKeys, Missing: true, Stream: true, Slow: true, Throttled: true, Status: http.StatusCreated,
		Params: append([]contract.Param{contract.Text("Name", "Of the file. Of a path its last part counts."),
			contract.Flag("IsConfidential", "For those who may see the cost of the record.")}, ofRecord...),
		Details: "The body is the file itself, of any kind. How large it may be, and all files together, is set by the installation: beyond that the answer is 413, or 507. " +
			"Its type is found by its content. The same content is kept once."},
		s.addDocument)
	handle(s, contract.Operation{ID: "getDocumentContent", Method: http.MethodGet, Path: "/document/{id}/content", Tag: tag, Summary: "Download a document",
		Who: readers, Keys: contract.AnyKeys, Content: true, Params: []contract.Param{contract.Flag("Inline", "Lets a browser show JPEG, PNG, WebP, GIF, PDF and plain text.")},
		Details: "Everything else, such as HTML, SVG and XML, is a download in any case. Takes Range, of one part, and If-None-Match."},
		func(ctx context.Context, c call, _ none) (documentAnswer, error) {
			d, err := s.app.Document(ctx, c.Caller, c.path("id"))
			return documentAnswer{d, c.flag("Inline")}, err
		})
	handle(s, contract.Operation{ID: "editDocument", Method: http.MethodPut, Path: "/document", Tag: tag, Summary: "Rename or describe a document, or make it confidential",
		Who: editors, Keys: contract.AnyKeys, Missing: true, Details: "An absent field stays as it is."},
		passBody(s.app.EditDocument))
	handle(s, contract.Operation{ID: "removeDocument", Method: http.MethodDelete, Path: "/document", Tag: tag, Summary: "Remove a document",
		Who: editors, Keys: contract.AnyKeys, Details: "It can be brought back for " + undoTime + ". An unknown one is gone already."},
		func(ctx context.Context, c call, in idInput) (change.Saved[none], error) {
			return gone(s.app.RemoveDocument(ctx, c.Caller, in.ID))
		})
}

// addDocument stores a body piece by piece. The time for the body does not count for the request: each piece has its own.
func (s *server) addDocument(ctx context.Context, c call, _ none) (saved change.Saved[tracker.Document], err error) {
	entity, id, err := recordOf(c.listCall, false)
	if err != nil {
		return saved, err
	}
	of := tracker.NewDocument{Entity: entity, EntityID: id, Name: c.params.Get("Name"), IsConfidential: c.flag("IsConfidential"), Size: c.r.ContentLength}
	upload, err := s.app.BeginUpload(ctx, c.Caller, of)
	if err != nil {
		return saved, err
	}
	// A deadline that passes while the upload waits would break HTTP/2 bodies for good.
	_ = http.NewResponseController(c.w).SetReadDeadline(time.Now().Add(uploadPatience + pieceTimeout)) // a recorder in tests has none
	done, err := s.uploading.Take(c.r.Context(), share.Origin{Account: c.User.ID}, uploadPatience)
	if err != nil {
		return saved, err
	}
	defer done()
	if err := s.receivePieces(c, upload); err != nil {
		upload.Abort(context.WithoutCancel(c.r.Context()))
		return saved, err
	}
	finishing, cancel := context.WithTimeout(c.r.Context(), s.config.RequestTimeout)
	defer cancel()
	return upload.Finish(finishing)
}

func (s *server) receivePieces(c call, upload *record.Upload) error {
	piece := make([]byte, tracker.DocumentPiece)
	control := http.NewResponseController(c.w)
	for {
		_ = control.SetReadDeadline(time.Now().Add(pieceTimeout)) // a recorder in tests has none
		n, err := readPiece(c.r.Body, piece)
		isLast := err == io.EOF
		switch {
		case errors.Is(err, os.ErrDeadlineExceeded):
			return tracker.ErrBodyTooSlow
		case err != nil && !isLast:
			return tracker.ErrBodyUnreadable
		}
		if n > 0 {
			ctx, cancel := context.WithTimeout(c.r.Context(), s.config.RequestTimeout)
			err := upload.Add(ctx, piece[:n])
			cancel()
			if err != nil {
				return err
			}
		}
		if isLast {
			return nil
		}
	}
}

// readPiece fills a piece. Unlike io.ReadFull it tells the end of a body, io.EOF, from a body that was cut off, for which net/http returns
// io.ErrUnexpectedEOF.
func readPiece(body io.Reader, piece []byte) (n int, err error) {
	for n < len(piece) && err == nil {
		var more int
		more, err = body.Read(piece[n:])
		n += more
	}
	return n, err
}

// documentAnswer is the content of a document, or the part of it that was asked for.
type documentAnswer struct {
	tracker.Document
	isInline bool
}

func (documentAnswer) body() reflect.Type { return nil }

func (d documentAnswer) write(s *server, w http.ResponseWriter, r *http.Request) {
	done, err := s.downloading.Take(r.Context(), share.Origin{Account: noteOf(r.Context()).userID}, downloadPatience)
	if err != nil {
		s.problem(w, r, err)
		return
	}
	defer done()
	header, disposition, mediaType := w.Header(), "attachment", d.Type
	if d.isInline && tracker.IsInline(d.Type) {
		disposition = "inline"
	}
	if mediaType == "text/plain" {
		mediaType += "; charset=utf-8"
	}
	// Nothing of ours runs or trusts it: no script, no form, no request, nobody's cookies.
	policy := "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'; frame-ancestors 'self'"
	if d.Type != "application/pdf" { // the viewers of browsers do not work in a sandbox
		policy += "; sandbox"
	}
	header.Set("Content-Security-Policy", policy)
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Content-Type", mediaType)
	header.Set("Content-Disposition", mime.FormatMediaType(disposition, map[string]string{"filename": d.Name}))
	header.Set("Cache-Control", "private, no-cache")
	header.Set("ETag", `"`+d.SHA256+`"`)
	if strings.Contains(r.Header.Get("Range"), ",") { // thousands of parts of one byte would read a piece each
		r.Header.Del("Range")
	}
	http.ServeContent(patientWriter{w}, r, "", time.Time{}, s.app.DocumentContent(r.Context(), d.Document))
}

// patientWriter lets a slow client take a long file, and cuts off a client that stops reading.
type patientWriter struct{ http.ResponseWriter }

func (w patientWriter) Write(b []byte) (int, error) {
	// In tests some ResponseWriters have no deadlines.
	_ = http.NewResponseController(w.ResponseWriter).SetWriteDeadline(time.Now().Add(pieceTimeout))
	return w.ResponseWriter.Write(b)
}
