package record_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"btracker/internal/apitest"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

func upload(c *apitest.Client, entity, id, name string, content []byte, more string) *apitest.Answer {
	return c.Do(http.MethodPost, "/document?Entity="+entity+"&EntityId="+id+"&Name="+url.QueryEscape(name)+more, content)
}

func uploaded(c *apitest.Client, entity, id, name string, content []byte, more string) (d tracker.Document) {
	c.API.T.Helper()
	upload(c, entity, id, name, content, more).Status(201).Into(&d)
	return d
}

func contentOf(c *apitest.Client, id, query string, header http.Header) *httptest.ResponseRecorder {
	r := httptest.NewRequestWithContext(context.Background(), http.MethodGet, c.API.Base+"api/v1/document/"+id+"/content"+query, nil)
	r.Header = header.Clone()
	if r.Header == nil {
		r.Header = http.Header{}
	}
	r.Header.Set("Authorization", "Bearer "+c.Token)
	return c.API.Serve(r).ResponseRecorder
}

func countsOf(c *apitest.Client, entity, id string) (n int) {
	var counts []tracker.DocumentCount
	c.Get("/document/count?Entity=" + entity + "&EntityIds=" + id).Status(200).Into(&counts)
	for _, of := range counts {
		n += of.Count
	}
	return n
}

func purge(t *testing.T, api *apitest.API) {
	t.Helper()
	for n := int64(1); n > 0; {
		var err error
		if n, err = api.Store.Cleanup(t.Context(), store.Retention{Tombstones: tracker.TombstoneLife}, api.Clock.Now()); err != nil {
			t.Fatal(err)
		}
	}
}

func TestDocumentLife(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		s := apitest.NewShop(api.Admin())
		file := bytes.Repeat([]byte("0123456789abcdef"), (tracker.DocumentPiece+4096)/16) // more than a piece
		d := uploaded(s.Client, "company", s.Company, `C:\files\contract.txt`, file, "")
		if d.Name != "contract.txt" || d.Type != "text/plain" || d.Size != int64(len(file)) || len(d.SHA256) != 64 || d.By.Email != apitest.AdminEmail || d.EntityName == "" {
			t.Errorf("uploaded: %+v", d)
		}
		again := uploaded(s.Client, "project", s.Project, "copy.txt", file, "")
		if n := api.Count(`SELECT count(*) FROM content`); n != 1 || again.SHA256 != d.SHA256 {
			t.Errorf("%d contents, want one", n)
		}
		var list []tracker.Document
		if s.Get("/document?Entity=company&EntityId=" + s.Company + "&Within=true").Status(200).Into(&list); len(list) != 2 {
			t.Errorf("listed: %+v", list)
		}

		whole := contentOf(s.Client, d.ID, "", nil)
		if whole.Code != 200 || !bytes.Equal(whole.Body.Bytes(), file) || whole.Header().Get("Content-Disposition") != `attachment; filename=contract.txt` {
			t.Errorf("content: %d, %d bytes, %v", whole.Code, whole.Body.Len(), whole.Header())
		}
		part := contentOf(s.Client, d.ID, "?Inline=true", http.Header{"Range": {"bytes=262140-262147"}})
		if part.Code != 206 || part.Body.String() != string(file[262140:262148]) || !strings.HasPrefix(part.Header().Get("Content-Disposition"), "inline") ||
			part.Header().Get("X-Content-Type-Options") != "nosniff" || !strings.Contains(part.Header().Get("Content-Security-Policy"), "sandbox") {
			t.Errorf("part: %d %q %v", part.Code, part.Body, part.Header())
		}
		many := contentOf(s.Client, d.ID, "", http.Header{"Range": {"bytes=0-0" + strings.Repeat(",262144-262144,1-1", 1000)}})
		if many.Code != 200 || !bytes.Equal(many.Body.Bytes(), file) {
			t.Errorf("two thousand parts: %d, %d bytes", many.Code, many.Body.Len())
		}
		if same := contentOf(s.Client, d.ID, "", http.Header{"If-None-Match": {whole.Header().Get("ETag")}}); same.Code != 304 {
			t.Errorf("the same: %d", same.Code)
		}

		edit := s.Put("/document", object{"id": d.ID, "version": 1, "name": "signed.txt", "details": "By both"}).Status(200).LastSeq()
		s.Undone(edit)
		seq := s.Delete("/document", object{"id": d.ID}).Status(204).LastSeq()
		if gone := contentOf(s.Client, d.ID, "", nil); gone.Code != 404 {
			t.Errorf("removed: %d", gone.Code)
		}
		s.Undone(seq)
		if back := contentOf(s.Client, d.ID, "", nil); back.Code != 200 {
			t.Errorf("restored: %d", back.Code)
		}

		// It goes for good 30 days after the removal, and the content with its last document.
		s.Delete("/document", object{"id": d.ID}).Status(204)
		api.Clock.Advance(tracker.TombstoneLife + 2*time.Hour)
		purge(t, api)
		if documents, contents := api.Count(`SELECT count(*) FROM document`), api.Count(`SELECT count(*) FROM content`); documents != 1 || contents != 1 {
			t.Errorf("%d documents and %d contents are left", documents, contents)
		}
		api.Admin().Delete("/document", object{"id": again.ID}).Status(204)
		api.Clock.Advance(tracker.TombstoneLife + 2*time.Hour)
		purge(t, api)
		if pieces, contents := api.Count(`SELECT count(*) FROM content_piece`), api.Count(`SELECT count(*) FROM content`); pieces != 0 || contents != 0 {
			t.Errorf("%d pieces and %d contents are left", pieces, contents)
		}
	})
}

func TestConfidentialDocuments(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		s := apitest.NewShop(api.Admin())
		item := s.AttachSubscription(10, false)
		for email, role := range map[string]tracker.Role{"owner@people.example": tracker.RoleOwner, "support@people.example": tracker.RoleSupport} {
			api.AddUser(email, email, false)
			s.AddModerator(s.Company, email, role)
		}
		api.AddUser("away@people.example", "Away", false)
		s.AddModerator(s.AddCompany("Elsewhere"), "away@people.example", tracker.RoleOwner)
		owner, support, away := api.SignIn("owner@people.example"), api.SignIn("support@people.example"), api.SignIn("away@people.example")
		secret := uploaded(owner, "projectSubscription", item, "invoice.pdf", []byte("%PDF-1.7 cost"), "&IsConfidential=true")
		open := uploaded(support, "projectSubscription", item, "order.pdf", []byte("%PDF-1.7 order"), "")
		upload(support, "projectSubscription", item, "x.pdf", []byte("%PDF-1.7 x"), "&IsConfidential=true").Status(403)
		upload(support, "project", s.Project, "x.pdf", []byte("%PDF-1.7 x"), "").Status(403)
		of := "/document?Entity=company&EntityId=" + s.Company + "&Within=true"
		var list []tracker.Document
		if support.Get(of).Status(200).Into(&list); len(list) != 1 || list[0].ID != open.ID {
			t.Errorf("Support sees %+v", list)
		}
		if owner.Get(of).Status(200).Into(&list); len(list) != 2 {
			t.Errorf("the Owner sees %+v", list)
		}
		uploaded(owner, "project", s.Project, "margin.txt", []byte("margin"), "&IsConfidential=true")
		for _, of := range []struct {
			entity, id           string
			owner, support, away int
		}{{"projectSubscription", item, 2, 1, 0}, {"project", s.Project, 1, 0, 0}} {
			if o, s, a := countsOf(owner, of.entity, of.id), countsOf(support, of.entity, of.id), countsOf(away, of.entity, of.id); o != of.owner || s != of.support || a != of.away {
				t.Errorf("%s: the Owner counts %d, Support %d, and somebody else %d", of.entity, o, s, a)
			}
		}
		if got := contentOf(support, secret.ID, "", nil); got.Code != 404 {
			t.Errorf("Support reads it: %d", got.Code)
		}
		support.Put("/document", object{"id": secret.ID, "name": "y.pdf"}).Status(404)
		support.Put("/document", object{"id": open.ID, "isConfidential": true}).Status(403)
		support.Delete("/document", object{"id": secret.ID}).Status(204)
		if contentOf(owner, secret.ID, "", nil).Code != 200 {
			t.Error("Support removed what does not exist for them")
		}
		if history := strings.Join(support.History("Entity=document"), "\n"); strings.Contains(history, "invoice") || !strings.Contains(history, "order") {
			t.Errorf("history of Support: %s", history)
		}

		// Documents go with their record, and come back with it.
		gone := s.Delete("/project/subscription", object{"id": item}).Status(204).LastSeq()
		if got := contentOf(s.Client, open.ID, "", nil); got.Code != 404 || countsOf(s.Client, "projectSubscription", item) != 0 {
			t.Errorf("without its record a document is answered: %d", got.Code)
		}
		s.Undone(gone)
		if got := contentOf(support, open.ID, "", nil); got.Code != 200 || got.Body.String() != "%PDF-1.7 order" || countsOf(owner, "projectSubscription", item) != 2 {
			t.Errorf("the record is back, its document is not: %d %q", got.Code, got.Body)
		}
	})
}

const (
	documentPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'; frame-ancestors 'self'"
	pictureBomb    = "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\xff\xff\xff\x00\xff\xff\xff\x08\x02\x00\x00\x00"                             // of 280 million million pixels
	zipBomb        = "PK\x03\x04\x14\x00\x00\x00\x08\x00\x00\x00\x00\x00\x00\x00\x00\x00\x10\x00\x00\x00\xff\xff\xff\xff\x01\x00\x00\x00a" // 16 bytes of 4 GB
)

func TestDocumentLimitsAndTypes(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		company := admin.AddCompany("Acme")
		upload(admin, "company", company, "big", bytes.Repeat([]byte("x"), 1<<20+1), "").Problem(413, "tooLarge")
		if n := api.Count(`SELECT count(*) FROM content`); n != 0 {
			t.Errorf("%d contents of a refused upload are left", n)
		}
		for i := range 3 {
			uploaded(admin, "company", company, "full", bytes.Repeat([]byte{byte('a' + i)}, 1<<20), "")
		}
		upload(admin, "company", company, "more", []byte("x"), "").Problem(507, "documentsFull")
		api.Deps.Documents.All = 1 << 30
		api.Restart()
		admin = api.Admin()
		upload(admin, "company", company, "empty", []byte{}, "").FieldError("Body", "The file is empty.")
		for _, name := range []string{"", "..", "a/..", "/", "\u202e"} {
			upload(admin, "company", company, name, []byte("x"), "").Status(400)
		}
		for content, want := range map[string]string{
			"<html><script>alert(1)</script>":                    "text/html",
			"hello <script>alert(1)</script>":                    "text/html",
			`<svg xmlns="http://www.w3.org/2000/svg"/>`:          "image/svg+xml",
			`<?xml version="1.0"?><svg onload="alert(1)"></svg>`: "image/svg+xml",
			`<?xml version="1.0"?><a/>`:                          "text/xml",
			"%PDF-1.7":                                           "application/pdf",
			"\x89PNG\r\n\x1a\n":                                  "image/png",
			"MZ\x90\x00":                                         "application/octet-stream",
			"plain":                                              "text/plain",
			"%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj": "application/pdf",
			pictureBomb: "image/png",
			zipBomb:     "application/zip",
		} {
			d := uploaded(admin, "company", company, "picture.png", []byte(content), "")
			shown := contentOf(admin, d.ID, "?Inline=true", nil)
			isInline := strings.HasPrefix(shown.Header().Get("Content-Disposition"), "inline")
			if d.Type != want || isInline != tracker.IsInline(want) || shown.Header().Get("X-Content-Type-Options") != "nosniff" {
				t.Errorf("%q is %s, inline %v, want %s", content, d.Type, isInline, want)
			}
			// Nothing of it is unpacked or changed, and nothing in it runs as a page of ours.
			policy := documentPolicy
			if want != "application/pdf" { // the viewers of browsers do not work in a sandbox
				policy += "; sandbox"
			}
			if got := shown.Header()["Content-Security-Policy"]; shown.Body.String() != content || len(got) != 1 || got[0] != policy {
				t.Errorf("%q is answered as %q by the policies %q", content, shown.Body, got)
			}
		}
	})
}

// A process that is killed in the middle of an upload leaves pieces, which are no document and are deleted soon.
func TestHalfUploadsAreDeleted(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		company := admin.AddCompany("Acme")
		err := api.Store.Write(t.Context(), func(tx *store.Tx) error {
			return tx.AddPiece(t.Context(), "half", 0, []byte("half"), "text/plain", api.Clock.Now())
		})
		if err != nil {
			t.Fatal(err)
		}
		purge(t, api)
		if api.Count(`SELECT count(*) FROM content_piece`) != 1 {
			t.Error("an upload under way was deleted")
		}
		api.Clock.Advance(tracker.UploadLife + time.Minute)
		purge(t, api)
		if api.Count(`SELECT count(*) FROM content_piece`)+api.Count(`SELECT count(*) FROM content`) != 0 {
			t.Error("a half upload is left")
		}
		var list []tracker.Document
		if api.Admin().Get("/document?Entity=company&EntityId=" + company).Status(200).Into(&list); len(list) != 0 {
			t.Errorf("documents: %v", list)
		}
	})
}

// The same file, sent by many at once to records of different companies, is kept once.
func TestSameContentAtOnce(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		var companies []string
		for i := range 6 {
			companies = append(companies, admin.AddCompany(fmt.Sprint("Acme ", i)))
		}
		file := bytes.Repeat([]byte("twice"), tracker.DocumentPiece/4)
		answers := api.Together(len(companies), func(i int) int { return upload(admin, "company", companies[i], "same.txt", file, "").Code })
		contents, pieces := api.Count(`SELECT count(*) FROM content`), api.Count(`SELECT count(*) FROM content_piece`)
		if answers[201] != len(companies) || contents != 1 || pieces != 2 {
			t.Errorf("answers %v, %d contents of %d pieces", answers, contents, pieces)
		}
	})
}
