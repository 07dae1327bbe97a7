package store

import (
	"context"
	"errors"
	"time"

	"btracker/internal/tracker"
)

// documentIsThere is the condition that neither a document nor its record is removed.
var documentIsThere = "document.deleted_at IS NULL AND " + nameOfHolder("document") + " IS NOT NULL"

var documentSelects = `
	SELECT document.id, document.entity, document.entity_id, ` + nameOfHolder("document") + `, document.company_id, document.project_id, document.name, document.details,
		content.type, content.size, content.sha256, document.is_confidential, document.content_id, document.author_id, author.email, author.display_name,
		document.created_at, document.version
	FROM document JOIN content ON content.id = document.content_id LEFT JOIN users author ON author.id = document.author_id`

func scanDocument(r rows) (d tracker.Document, err error) {
	var created int64
	var email, name *string
	err = r.Scan(&d.ID, &d.Entity, &d.EntityID, &d.EntityName, &d.CompanyID, &d.ProjectID, &d.Name, &d.Details, &d.Type, &d.Size,
		&d.SHA256, &d.IsConfidential, &d.ContentID, &d.AuthorID, &email, &name,
		&created, &d.Version)
	d.CreatedAt = instant(created)
	if email != nil && name != nil {
		d.By = &tracker.UserRef{Email: *email, DisplayName: *name}
	}
	return d, err
}

// DocumentQuery asks for the documents of a record.
type DocumentQuery struct {
	tracker.ListQuery
	Entity, EntityID string
	Within           bool
	Secrets          SecretDocuments
}

// SecretDocuments says which confidential documents somebody may know of: all, or those of records where the user has one of some roles.
type SecretDocuments struct {
	All    bool
	UserID string
	Roles  []tracker.Role
}

// knows limits a filter to documents that somebody may know of.
func (f *filter) knows(s SecretDocuments) {
	if !s.All {
		f.and("(NOT document.is_confidential OR " + f.moderatesHolder(f.arg(s.UserID), "document.company_id", "document.project_id", s.Roles, s.Roles) + ")")
	}
}

// Documents lists a page of the documents of a record, newest first.
func (q Queries) Documents(ctx context.Context, dq DocumentQuery) ([]tracker.Document, int, error) {
	f := &filter{}
	f.and(documentIsThere)
	column := "entity_id"
	if k := kindNamed(dq.Entity); dq.Within && k.column != "" {
		column = k.column
	}
	f.and("document." + column + " = " + f.arg(dq.EntityID))
	f.knows(dq.Secrets)
	total, err := one(ctx, q, scanOne[int], "SELECT count(*) FROM document"+f.where(), f.args...)
	if err != nil || total == 0 {
		return []tracker.Document{}, 0, err
	}
	list, err := many(ctx, q, scanDocument, documentSelects+f.where()+" ORDER BY document.created_at DESC, document.id DESC LIMIT "+
		f.arg(dq.PageSize)+" OFFSET "+f.arg(dq.Offset()), f.args...)
	return list, total, err
}

// DocumentCounts counts the documents of some records that somebody may see. Records without any are left out.
func (q Queries) DocumentCounts(ctx context.Context, v Visible, secrets SecretDocuments, entity string, ids []string) ([]tracker.DocumentCount, error) {
	f := &filter{}
	f.and("document.entity = " + f.arg(entity))
	f.and("document.entity_id IN (SELECT value FROM " + q.dialect.elements(f.arg(jsonTexts(ids))) + " ids)")
	f.and(f.seesAttached("document", v))
	f.knows(secrets)
	return many(ctx, q, func(r rows) (c tracker.DocumentCount, err error) { return c, r.Scan(&c.EntityID, &c.Count) },
		"SELECT document.entity_id, count(*) FROM document"+f.where()+" GROUP BY document.entity_id ORDER BY document.entity_id", f.args...)
}

// Document reads a document, if neither it nor its record is removed.
func (q Queries) Document(ctx context.Context, id string) (tracker.Document, error) {
	return one(ctx, q, scanDocument, documentSelects+" WHERE document.id = $1 AND "+documentIsThere, id)
}

// RemovedDocument reads a document that is removed, if its record is there.
func (q Queries) RemovedDocument(ctx context.Context, id string) (tracker.Document, error) {
	return one(ctx, q, scanDocument, documentSelects+" WHERE document.id = $1 AND document.deleted_at IS NOT NULL AND "+nameOfHolder("document")+" IS NOT NULL", id)
}

// ContentSize is how many bytes all contents have, those of uploads under way included.
func (q Queries) ContentSize(ctx context.Context) (bytes int64, contents int, err error) {
	type sums struct {
		bytes    int64
		contents int
	}
	s, err := one(ctx, q, func(r rows) (s sums, err error) { return s, r.Scan(&s.bytes, &s.contents) }, `SELECT CAST(COALESCE(SUM(size), 0) AS BIGINT), count(*) FROM content`)
	return s.bytes, s.contents, err
}

// ContentByHash finds a whole content; "" if there is none.
func (q Queries) ContentByHash(ctx context.Context, sha256 string) (id string, err error) {
	id, err = one(ctx, q, scanOne[string], `SELECT id FROM content WHERE sha256 = $1 AND is_whole`, sha256)
	if errors.Is(err, tracker.ErrNotFound) {
		err = nil
	}
	return id, err
}

// ContentPiece reads a piece of a content.
func (q Queries) ContentPiece(ctx context.Context, id string, piece int) ([]byte, error) {
	return one(ctx, q, scanOne[[]byte], `SELECT bytes FROM content_piece WHERE content_id = $1 AND piece = $2`, id, piece)
}

// AddPiece stores the next piece of an upload; piece 0 begins it.
func (tx *Tx) AddPiece(ctx context.Context, id string, piece int, bytes []byte, mediaType string, at time.Time) error {
	if piece == 0 {
		if err := tx.runOn(ctx, `INSERT INTO content (id, size, type, is_whole, touched_at) VALUES ($1, $2, $3, FALSE, $4)`, id, len(bytes), mediaType, millis(at)); err != nil {
			return err
		}
	} else if err := tx.runOn(ctx, `UPDATE content SET size = size + $2, touched_at = $3 WHERE id = $1 AND NOT is_whole`, id, len(bytes), millis(at)); err != nil {
		return err
	}
	return tx.runOn(ctx, `INSERT INTO content_piece (content_id, piece, bytes) VALUES ($1, $2, $3)`, id, piece, bytes)
}

// CloseContent makes an upload whole. When two uploads with the same content end at once, the second transaction begins again, and
// finds the content of the first.
func (tx *Tx) CloseContent(ctx context.Context, id, sha256 string, at time.Time) error {
	err := tx.runOn(ctx, `UPDATE content SET sha256 = $2, is_whole = TRUE, touched_at = $3 WHERE id = $1 AND NOT is_whole`, id, sha256, millis(at))
	if errors.Is(tx.dialect.translate(err), ErrTaken) {
		err = errLostRace
	}
	return err
}

// UseContent notes that a whole content gets another document. If the content is being deleted, the transaction begins again, and
// finds no content.
func (tx *Tx) UseContent(ctx context.Context, id string, at time.Time) error {
	affected, err := tx.run(ctx, `UPDATE content SET touched_at = $2 WHERE id = $1 AND is_whole`, id, millis(at))
	if err == nil && affected == 0 {
		err = errLostRace
	}
	return err
}

// DropUpload deletes an upload that is not whole.
func (tx *Tx) DropUpload(ctx context.Context, id string) error {
	if _, err := tx.run(ctx, `DELETE FROM content_piece WHERE content_id IN (SELECT id FROM content WHERE id = $1 AND NOT is_whole)`, id); err != nil {
		return err
	}
	_, err := tx.run(ctx, `DELETE FROM content WHERE id = $1 AND NOT is_whole`, id)
	return err
}

// InsertDocument stores what is known of a document.
func (tx *Tx) InsertDocument(ctx context.Context, d tracker.Document) error {
	return tx.runOn(ctx, `
		INSERT INTO document (id, entity, entity_id, company_id, project_id, name, details, is_confidential, content_id, author_id, created_at, updated_at, updated_by)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, $10)`,
		d.ID, d.Entity, d.EntityID, d.CompanyID, d.ProjectID, d.Name, d.Details, d.IsConfidential, d.ContentID, d.AuthorID, millis(d.CreatedAt))
}

// UpdateDocument stores what is said about a document.
func (tx *Tx) UpdateDocument(ctx context.Context, d tracker.Document, by *string, at time.Time) error {
	return tx.runOn(ctx, `UPDATE document SET name = $2, details = $3, is_confidential = $4, version = $5, updated_at = $6, updated_by = $7 WHERE id = $1`,
		d.ID, d.Name, d.Details, d.IsConfidential, d.Version, millis(at), by)
}

// contentUnused is the condition that no document, not even a tombstone, has a content.
const contentUnused = " AND NOT EXISTS (SELECT 1 FROM document WHERE document.content_id = content.id)"

// contentCleanup deletes contents that nobody needs any more, some pieces at a time: uploads that were not continued, and files whose last document was
// deleted. A content is marked first, so that nobody makes a document of it while its pieces go.
func contentCleanup(now time.Time) []cleanupStep {
	until := millis(now.Add(-tracker.UploadLife))
	unused := "SELECT content.id FROM content WHERE content.touched_at < $1" + contentUnused + " ORDER BY content.touched_at LIMIT 20"
	some := "SELECT id FROM (" + unused + ") AS unused"
	return []cleanupStep{
		{"UPDATE content SET is_whole = FALSE WHERE is_whole AND touched_at < $1 AND id IN (" + some + ")", until, false},
		{"DELETE FROM content_piece WHERE (content_id, piece) IN (SELECT p.content_id, p.piece FROM content_piece p JOIN content c ON c.id = p.content_id" +
			" WHERE NOT c.is_whole AND c.id IN (" + some + ") LIMIT 100)", until, false},
		{"DELETE FROM content WHERE NOT is_whole AND id IN (" + some + ") AND NOT EXISTS (SELECT 1 FROM content_piece p WHERE p.content_id = content.id)", until, false},
	}
}
