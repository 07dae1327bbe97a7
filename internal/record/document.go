package record

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"

	"btracker/internal/change"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// roomChecked is how many pieces are stored between two looks at the room for documents. A look reads a row of each content.
const roomChecked = 16

// maySee reports whether a document exists for somebody who may see its record.
func maySee(h Holder, isConfidential bool) bool {
	return !isConfidential || h.Access.May(tracker.SeeCost)
}

// Documents lists the documents of a record.
func (r *Records) Documents(ctx context.Context, c change.Caller, q tracker.ListQuery, f tracker.NoteFilter) (page tracker.Page[tracker.Document], err error) {
	h, err := HolderFor(ctx, r.Store.Queries, c, f.Entity, f.EntityID)
	if err != nil {
		return page, err
	}
	list, total, err := r.Store.Documents(ctx, store.DocumentQuery{ListQuery: q, Entity: f.Entity, EntityID: f.EntityID, Within: f.Within,
		Secrets: secretsFor(c, h.Access.May(tracker.SeeCost))})
	return tracker.NewPage(list, total, q), err
}

func secretsFor(c change.Caller, seesAll bool) store.SecretDocuments {
	return store.SecretDocuments{All: seesAll, UserID: c.User.ID, Roles: tracker.RolesThatMay(tracker.SeeCost)}
}

// DocumentCounts counts the documents of some records, as far as the caller may see them.
func (r *Records) DocumentCounts(ctx context.Context, c change.Caller, entity string, ids []string) ([]tracker.DocumentCount, error) {
	return r.Store.DocumentCounts(ctx, c.Visible(), secretsFor(c, c.User.IsAdmin), entity, ids)
}

// DocumentLimits is what a new document is bounded by.
func (r *Records) DocumentLimits() tracker.DocumentLimits { return r.documents }

// documentFor reads a document and its record, if the caller may see both.
func documentFor(ctx context.Context, q store.Queries, c change.Caller, read func(context.Context, string) (tracker.Document, error),
	id string) (d tracker.Document, h Holder, err error) {
	if d, err = read(ctx, id); err != nil {
		return d, h, err
	}
	if h, err = HolderFor(ctx, q, c, d.Entity, d.EntityID); err == nil && !maySee(h, d.IsConfidential) {
		err = tracker.ErrNotFound
	}
	return d, h, err
}

// Document reads what is known of a document.
func (r *Records) Document(ctx context.Context, c change.Caller, id string) (tracker.Document, error) {
	d, _, err := documentFor(ctx, r.Store.Queries, c, r.Store.Document, id)
	return d, err
}

// Upload is a file on its way. Its pieces are stored as they come; Finish makes a document of them, and Abort deletes them. Until then
// nobody else knows of it, so its transactions lock the upload alone, and keep no other writer waiting.
type Upload struct {
	records *Records
	caller  change.Caller
	of      tracker.NewDocument
	id      string
	hash    hash.Hash
	begin   []byte
	size    int64
	pieces  int
}

// mayAdd checks whether the caller may add a document: whoever may edit the record may, and a confidential document also needs the
// right to see cost.
func mayAdd(ctx context.Context, q store.Queries, c change.Caller, of tracker.NewDocument) (Holder, error) {
	h, err := HolderFor(ctx, q, c, of.Entity, of.EntityID)
	if err != nil {
		return h, err
	}
	needs := []tracker.Permission{h.Edit}
	if of.IsConfidential {
		needs = append(needs, tracker.SeeCost)
	}
	return h, h.Access.RequireOr(tracker.ErrRole, needs...)
}

// BeginUpload checks whether the caller may add a document, and whether there is room for it.
func (r *Records) BeginUpload(ctx context.Context, c change.Caller, of tracker.NewDocument) (*Upload, error) {
	if _, err := mayAdd(ctx, r.Store.Queries, c, of); err != nil {
		return nil, err
	}
	if of.Name = tracker.FileName(of.Name); of.Name == "" {
		return nil, tracker.ErrFileName
	}
	u := &Upload{records: r, caller: c, of: of, id: change.NewID(), hash: sha256.New()}
	return u, cmp.Or(u.checkSize(of.Size), u.checkRoom(ctx, max(of.Size, 1)))
}

// checkSize refuses a file that is too large.
func (u *Upload) checkSize(more int64) error {
	if limit := u.records.documents.Each; u.size+more > limit {
		return tracker.TooLarge(limit)
	}
	return nil
}

// checkRoom refuses a file for which there is no room beside the others.
func (u *Upload) checkRoom(ctx context.Context, more int64) error {
	stored, _, err := u.records.Store.ContentSize(ctx)
	if err == nil && stored+more > u.records.documents.All {
		err = tracker.ErrDocumentsFull
	}
	return err
}

// Add stores the next piece. All but the last have the size tracker.DocumentPiece.
func (u *Upload) Add(ctx context.Context, piece []byte) error {
	if u.pieces == 0 {
		u.begin = append(u.begin, piece[:min(len(piece), tracker.SniffLength)]...)
	}
	if err := u.checkSize(int64(len(piece))); err != nil {
		return err
	}
	if u.pieces > 0 && u.pieces%roomChecked == 0 {
		if err := u.checkRoom(ctx, int64(len(piece))); err != nil {
			return err
		}
	}
	err := u.records.Store.WriteIn(ctx, u.id, func(tx *store.Tx) error {
		return tx.AddPiece(ctx, u.id, u.pieces, piece, tracker.ContentType(u.begin), u.records.Time())
	})
	if err != nil {
		return err
	}
	u.pieces++
	u.size += int64(len(piece))
	_, _ = u.hash.Write(piece) // never fails
	return nil
}

// Abort deletes what was stored. What it leaves behind, such as after a kill, is deleted in the background.
func (u *Upload) Abort(ctx context.Context) {
	if u.pieces == 0 {
		return
	}
	if err := u.records.Store.WriteIn(ctx, u.id, func(tx *store.Tx) error { return tx.DropUpload(ctx, u.id) }); err != nil {
		u.records.Log.WarnContext(ctx, "an upload that was broken off is deleted later", "error", err)
	}
}

// Finish makes the document, if the caller still may. The same content is kept once.
func (u *Upload) Finish(ctx context.Context) (change.Saved[tracker.Document], error) {
	var empty error
	if u.size == 0 {
		empty = tracker.ErrFileEmpty
	}
	sum := hex.EncodeToString(u.hash.Sum(nil))
	isKept := false
	saved, err := change.Create(ctx, u.records.Engine, u.caller, tracker.EntityDocument, change.Anyone, empty,
		func(m *change.Mutation, id string) (d tracker.Document, ch change.Change, err error) {
			h, err := mayAdd(ctx, m.Queries, m.Caller, u.of)
			if err != nil {
				return d, change.Unchanged, err
			}
			stored, err := m.ContentByHash(ctx, sum)
			if err != nil {
				return d, change.Unchanged, err
			}
			by := m.Caller.User
			d = tracker.Document{ID: id, Entity: h.Entity, EntityID: h.ID, EntityName: h.Name, CompanyID: h.CompanyID, ProjectID: h.ProjectID,
				Name: u.of.Name, Type: tracker.ContentType(u.begin), Size: u.size, SHA256: sum, IsConfidential: u.of.IsConfidential,
				By: &tracker.UserRef{Email: by.Email, DisplayName: by.DisplayName}, AuthorID: &by.ID, CreatedAt: m.Now, Version: 1,
				ContentID: cmp.Or(stored, u.id)}
			isKept = stored == ""
			m.Write(func(tx *store.Tx) error {
				if stored != "" {
					return tx.UseContent(ctx, stored, m.Now)
				}
				return tx.CloseContent(ctx, u.id, sum, m.Now)
			})
			m.Write(func(tx *store.Tx) error { return tx.InsertDocument(ctx, d) })
			return d, documentChange(d, nil, d.Logged()), nil
		}, func(id string) (tracker.Document, error) { return u.records.Document(ctx, u.caller, id) })
	if err != nil || !isKept {
		u.Abort(context.WithoutCancel(ctx))
	}
	return saved, err
}

// documentChange is a change of a document. One that is or was confidential is shown to those who may see cost.
func documentChange(d tracker.Document, before, after any) change.Change {
	isConfidential := d.IsConfidential
	for _, state := range []any{before, after} {
		if logged, ok := state.(tracker.LoggedDocument); ok && logged.IsConfidential {
			isConfidential = true
		}
	}
	return change.Change{Entity: tracker.EntityDocument, ID: d.ID, Name: d.Name, CompanyID: change.OrEmpty(d.CompanyID),
		ProjectID: change.OrEmpty(d.ProjectID), Before: before, After: after,
		CostOnly: isConfidential}
}

// EditDocument changes what is said about a document.
func (r *Records) EditDocument(ctx context.Context, c change.Caller, in tracker.DocumentEdit) (change.Saved[tracker.Document], error) {
	invalid := in.Check()
	return change.Save(ctx, r.Engine, c, "edit", func(m *change.Mutation) (tracker.Document, change.Change, error) {
		return decideDocument(ctx, m, in.ID, in.Version, func(d *tracker.Document) error {
			if invalid != nil {
				return invalid
			}
			if !in.Name.Empty() {
				d.Name = in.Name.Value
			}
			if in.Details.Sent {
				d.Details = in.Details.Pointer()
			}
			if !in.IsConfidential.Empty() {
				d.IsConfidential = in.IsConfidential.Value
			}
			return nil
		})
	})
}

func decideDocument(ctx context.Context, m *change.Mutation, id string, version tracker.Opt[int], edit func(d *tracker.Document) error) (tracker.Document, change.Change, error) {
	before, h, err := documentFor(ctx, m.Queries, m.Caller, m.Document, id)
	if err == nil {
		err = h.Access.Require(h.Edit)
	}
	if err != nil {
		return before, change.Unchanged, err
	}
	after := before
	if err = edit(&after); err == nil && after.IsConfidential != before.IsConfidential {
		err = h.Access.Require(tracker.SeeCost)
	}
	if err == nil {
		err = m.CheckVersion(ctx, version, before.Version, tracker.EntityDocument, id, before)
	}
	if err != nil || change.Same(before, after) {
		return before, change.Unchanged, err
	}
	after.Version++
	m.Write(func(tx *store.Tx) error { return tx.UpdateDocument(ctx, after, m.Actor(), m.Now) })
	return after, documentChange(after, before.Logged(), after.Logged()), nil
}

// RemoveDocument removes a document; one that is not there is gone already. It returns the number of the change.
func (r *Records) RemoveDocument(ctx context.Context, c change.Caller, id string) (seq int64, err error) {
	return change.Detach(ctx, r.Engine, c, tracker.EntityDocument, tracker.ItemRef{ID: id})
}

func removeDocument(ctx context.Context, m *change.Mutation, item tracker.ItemRef) (change.Change, error) {
	d, h, err := documentFor(ctx, m.Queries, m.Caller, m.Document, item.ID)
	if errors.Is(err, tracker.ErrNotFound) {
		return change.Unchanged, nil
	}
	if err == nil {
		err = h.Access.Require(h.Edit)
	}
	if err != nil {
		return change.Unchanged, err
	}
	m.Write(func(tx *store.Tx) error {
		return tx.MarkAttached(ctx, tracker.EntityDocument, d.ID, true, m.Actor(), m.Now)
	})
	return documentChange(d, d.Logged(), nil), nil
}

// DocumentContent is the content of a document, read piece by piece.
func (r *Records) DocumentContent(ctx context.Context, d tracker.Document) io.ReadSeeker {
	return &contentReader{ctx: ctx, q: r.Store.Queries, id: d.ContentID, size: d.Size, piece: -1}
}

type contentReader struct {
	ctx   context.Context
	q     store.Queries
	id    string
	size  int64
	at    int64
	piece int
	bytes []byte // of that piece
}

func (c *contentReader) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += c.at
	case io.SeekEnd:
		offset += c.size
	}
	if offset < 0 {
		return 0, errors.New("before the beginning")
	}
	c.at = offset
	return offset, nil
}

func (c *contentReader) Read(p []byte) (int, error) {
	if c.at >= c.size {
		return 0, io.EOF
	}
	if piece := int(c.at / tracker.DocumentPiece); piece != c.piece {
		bytes, err := c.q.ContentPiece(c.ctx, c.id, piece)
		if err != nil {
			return 0, err
		}
		c.piece, c.bytes = piece, bytes
	}
	from := int(c.at % tracker.DocumentPiece)
	if from >= len(c.bytes) {
		return 0, io.ErrUnexpectedEOF
	}
	n := copy(p, c.bytes[from:])
	c.at += int64(n)
	return n, nil
}
