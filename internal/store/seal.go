package store

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"btracker/internal/tracker"
)

// Seal closes some changes of the log, in commit order; see internal/audit.
type Seal struct {
	N              int64 // 1, 2, 3, …
	FromSeq, ToSeq int64 // the lowest and the highest number among its changes
	Size           int   // the number of its changes
	At             time.Time
	Digest         string // of the hashes of its changes
	Previous       string // the hash of the seal before; "" for the first
	Hash           string
	Newest         time.Time      // the time of its newest change
	Last           Position       // of its last change: the next seal goes on there
	Changes        []SealedChange // nil once retention has removed them
}

// SealedChange is the number and the hash of a change.
type SealedChange struct {
	Seq  int64
	Hash [32]byte
}

// ChangePerson is the person whose values a sealed change holds, and the salt of their hashes.
type ChangePerson struct {
	Seq    int64
	Person string // the id of a user; "" if nobody knows who it was
	Salt   string
}

// SealedColumn is a column of the change log that seals cover.
type SealedColumn struct{ Name, expression string }

// SealedColumns are all columns that seals cover besides seq and at, by their names in
// the hash, sorted. A column that is added later enters the hash where it is not NULL.
// So earlier seals stay true, as long as no migration fills it in sealed changes.
//
// Seals leave out tx, which a restore renumbers, and totals and worth, which tell the
// kept sums what to add and nobody what happened.
var SealedColumns = []SealedColumn{
	{"action", "c.action"},
	{"actorId", "c.actor_id"},
	{"after", "c.after"},
	{"batchId", "c.batch_id"},
	{"before", "c.before"},
	{"companyId", "c.company_id"},
	{"costOnly", "CASE WHEN c.cost_only THEN 'true' END"}, // the databases write flags differently
	{"entity", "c.entity"},
	{"entityId", "c.entity_id"},
	{"entityName", "c.entity_name"},
	{"fields", "c.fields"},
	{"projectId", "c.project_id"},
	{"requestId", "c.request_id"},
	{"undoes", "CAST(c.undoes AS TEXT)"},
	{"viaKind", "c.via_kind"},
	{"viaName", "c.via_name"},
}

// AuditedChange is a row of the change log with all that its hash covers.
type AuditedChange struct {
	Position
	At     time.Time
	Values []*string // parallel to SealedColumns
	Person *string   // nil before it is sealed, and of changes without personal values
	Salt   *string   // nil also once the person was erased
	Erased *string   // a JSON object of hashes by place, once the person was erased
}

// limited has the number in the text: PostgreSQL expects a tenth of the table for one that it
// does not know, and would read and sort all of it.
func limited(limit int) string { return " LIMIT " + strconv.Itoa(limit) }

// audited reads whole changes.
func (q Queries) audited(ctx context.Context, join, where string, args ...any) ([]AuditedChange, error) {
	columns := make([]string, len(SealedColumns))
	for i, c := range SealedColumns {
		columns[i] = c.expression
	}
	return many(ctx, q, func(r rows) (c AuditedChange, err error) {
		var at int64
		c.Values = make([]*string, len(SealedColumns))
		targets := []any{&c.Tx, &c.Seq, &at, &c.Person, &c.Salt, &c.Erased}
		for i := range c.Values {
			targets = append(targets, &c.Values[i])
		}
		err = r.Scan(targets...)
		c.At = instant(at)
		return c, err
	}, `SELECT `+q.dialect.changeLog().tx+`, c.seq, c.at, p.person, p.salt, p.erased, `+strings.Join(columns, ", ")+`
		FROM change c LEFT JOIN change_person p ON p.seq = c.seq `+join+` WHERE `+where, args...)
}

// ChangesToSeal lists settled changes after a position, in commit order. Later calls
// never find a change between two of them.
func (q Queries) ChangesToSeal(ctx context.Context, p Position, limit int) ([]AuditedChange, error) {
	l := q.dialect.changeLog()
	return q.audited(ctx, "", l.after+` AND `+l.settled+` ORDER BY `+l.ascending+limited(limit), p.Tx, p.Seq)
}

// AuditedChanges lists changes after a number, by their numbers.
func (q Queries) AuditedChanges(ctx context.Context, after int64, limit int) ([]AuditedChange, error) {
	// PostgreSQL merges the two indexes, and would read that of the persons from its beginning.
	return q.audited(ctx, `AND p.seq > $1`, `c.seq > $1 ORDER BY c.seq`+limited(limit), after)
}

// AuditedChange reads one change; without it the error is tracker.ErrNotFound.
func (q Queries) AuditedChange(ctx context.Context, seq int64) (AuditedChange, error) {
	found, err := q.audited(ctx, "", `c.seq = $1`, seq)
	if err != nil || len(found) == 0 {
		return AuditedChange{}, errors.Join(err, tracker.ErrNotFound)
	}
	return found[0], nil
}

// ChangesOfPerson lists sealed changes with values of a person that are not erased yet.
func (q Queries) ChangesOfPerson(ctx context.Context, person string, limit int) ([]AuditedChange, error) {
	return q.audited(ctx, "", `p.person = $1 AND p.salt IS NOT NULL ORDER BY c.seq`+limited(limit), person)
}

// ErasedWithoutTrace is the number of the first change whose person was erased without a
// change that says so; 0 if there is none.
func (q Queries) ErasedWithoutTrace(ctx context.Context) (seq int64, err error) {
	seq, err = one(ctx, q, scanOne[int64], `
		SELECT p.seq FROM change_person p WHERE p.erased IS NOT NULL AND NOT EXISTS (
			SELECT 1 FROM change c WHERE c.entity = 'user' AND c.entity_id = p.person AND c.action = 'erase')
		ORDER BY p.seq LIMIT 1`)
	if errors.Is(err, tracker.ErrNotFound) {
		err = nil
	}
	return seq, err
}

const sealColumns = `n, from_seq, to_seq, size, at, digest, previous, hash, newest, last_tx, last_seq`

func (s *Seal) scan(r rows, more ...any) error {
	var at, newest int64
	err := r.Scan(append([]any{&s.N, &s.FromSeq, &s.ToSeq, &s.Size, &at, &s.Digest, &s.Previous, &s.Hash, &newest, &s.Last.Tx, &s.Last.Seq}, more...)...)
	s.At, s.Newest = instant(at), instant(newest)
	return err
}

// LastSeal reads the last seal, without its changes; before the first one it has the
// number 0.
func (q Queries) LastSeal(ctx context.Context) (Seal, error) {
	s, err := one(ctx, q, func(r rows) (s Seal, err error) { return s, s.scan(r) }, `SELECT `+sealColumns+` FROM seal ORDER BY n DESC LIMIT 1`)
	if errors.Is(err, tracker.ErrNotFound) {
		err = nil
	}
	return s, err
}

// Seals lists seals after a number, with their changes.
func (q Queries) Seals(ctx context.Context, after int64, limit int) ([]Seal, error) {
	return many(ctx, q, func(r rows) (s Seal, err error) {
		var list []byte
		err = s.scan(r, &list)
		s.Changes = decodeSealed(list)
		return s, err
	}, `SELECT `+sealColumns+`, list FROM seal WHERE n > $1 ORDER BY n LIMIT $2`, after, limit)
}

// SealedChanges counts the changes whose seals retention has left alone.
func (q Queries) SealedChanges(ctx context.Context) (int, error) {
	return one(ctx, q, scanOne[int], `SELECT CAST(COALESCE(SUM(size), 0) AS BIGINT) FROM seal WHERE list IS NOT NULL`)
}

// InsertSeal stores a seal, the persons of its changes, and what its blocks are about. If somebody else has stored
// the seal of this number, the error is ErrTaken.
func (tx *Tx) InsertSeal(ctx context.Context, s Seal, persons []ChangePerson) error {
	_, err := tx.run(ctx, `INSERT INTO seal (`+sealColumns+`, list) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
		s.N, s.FromSeq, s.ToSeq, s.Size, millis(s.At), s.Digest, s.Previous, s.Hash, millis(s.Newest), s.Last.Tx, s.Last.Seq, encodeSealed(s.Changes))
	if err == nil {
		err = tx.noteBlocks(ctx, s.FromSeq, s.ToSeq)
	}
	if err != nil || len(persons) == 0 {
		return err
	}
	list := make([][]any, len(persons))
	for i, p := range persons {
		list[i] = []any{p.Seq, p.Person, p.Salt}
	}
	_, err = tx.run(ctx, `INSERT INTO change_person (seq, person, salt)
		SELECT CAST(t.value ->> 0 AS BIGINT), t.value ->> 1, t.value ->> 2 FROM `+tx.dialect.lists("$1")+` AS t`, jsonRows(list))
	return err
}

// UserIDs finds users by their addresses. Somebody who was erased is found by the former one for some time.
func (q Queries) UserIDs(ctx context.Context, emails []string) (map[string]string, error) {
	list, err := json.Marshal(emails)
	if err != nil || len(emails) == 0 {
		return nil, err
	}
	ids := map[string]string{}
	err = each(ctx, q, func(r rows) error {
		var email, id string
		err := r.Scan(&email, &id)
		ids[email] = id
		return err
	}, `SELECT u.email, u.id FROM users u WHERE u.email IN (SELECT e.value FROM `+q.dialect.elements("$1")+` e)`, string(list))
	if err != nil {
		return nil, err
	}
	erased, err := q.erasedIDs(ctx, emails)
	for email, id := range erased {
		if ids[email] == "" { // nobody else has the address now
			ids[email] = id
		}
	}
	return ids, err
}

// Erasure is what is left of a sealed change when its person is erased.
type Erasure struct {
	Seq                       int64
	Before, After, EntityName *string
	Erased                    string // a JSON object of the hashes by place
}

// EraseFromChange takes the personal values of a sealed change away, and their salt.
func (tx *Tx) EraseFromChange(ctx context.Context, e Erasure) error {
	if err := tx.runOn(ctx, `UPDATE change SET before = $1, after = $2, entity_name = $3 WHERE seq = $4`, e.Before, e.After, e.EntityName, e.Seq); err != nil {
		return err
	}
	return tx.runOn(ctx, `UPDATE change_person SET salt = NULL, erased = $1 WHERE seq = $2 AND salt IS NOT NULL`, e.Erased, e.Seq)
}

// renumberLog gives the changes of a restored PostgreSQL numbers of transactions of this
// server. Sealed ones get the lowest number there is, so that the next seal begins behind
// all of them. A change with a higher number than any of theirs was made since the restore.
func (tx *Tx) renumberLog(ctx context.Context) error {
	last, err := tx.LastSeal(ctx)
	if err != nil {
		return err
	}
	if _, err := tx.run(ctx, `UPDATE change SET tx = CASE
			WHEN (tx, seq) <= ($1::bigint::text::xid8, $2::bigint) AND seq <= (SELECT max(to_seq) FROM seal) THEN '3'::xid8
			ELSE pg_current_xact_id() END`, last.Last.Tx, last.Last.Seq); err != nil {
		return err
	}
	_, err = tx.run(ctx, `UPDATE seal SET last_tx = 3, last_seq = $1 WHERE n = $2`, int64(math.MaxInt64), last.N)
	return err
}

// sealPastRetention returns the earliest seal that still has changes, if all of them are
// past their time. Retention goes seal by seal from the beginning: it removes no change
// that is not sealed, and leaves no hole. A wrong clock that made one change, or its
// seal, seem young does not keep those before it.
func (q Queries) sealPastRetention(ctx context.Context, until time.Time) (*Seal, error) {
	first, err := one(ctx, q, func(r rows) (s Seal, err error) { return s, s.scan(r) },
		`SELECT `+sealColumns+` FROM seal WHERE list IS NOT NULL ORDER BY n LIMIT 1`)
	if errors.Is(err, tracker.ErrNotFound) {
		return nil, nil
	}
	if err != nil || !first.Newest.Before(until) && !first.At.Before(until) {
		return nil, err
	}
	with, err := q.Seals(ctx, first.N-1, 1)
	if err != nil || len(with) == 0 {
		return nil, err
	}
	return &with[0], nil
}

// removeSealed deletes the changes of a seal, which stays without them.
func (tx *Tx) removeSealed(ctx context.Context, s Seal) (deleted int64, err error) {
	marked, err := tx.run(ctx, `UPDATE seal SET list = NULL WHERE n = $1 AND list IS NOT NULL`, s.N)
	if err != nil || marked == 0 { // another replica was faster
		return 0, err
	}
	numbers := make([][]any, len(s.Changes))
	for i, c := range s.Changes {
		numbers[i] = []any{c.Seq}
	}
	for _, table := range []string{"change", "change_person"} {
		if _, err := tx.run(ctx, `DELETE FROM `+table+` WHERE seq IN (SELECT CAST(t.value ->> 0 AS BIGINT) FROM `+tx.dialect.lists("$1")+` AS t)`, jsonRows(numbers)); err != nil {
			return 0, err
		}
	}
	return int64(s.Size), tx.forgetBlocks(ctx)
}

const sealedChangeBytes = 8 + 32

func encodeSealed(changes []SealedChange) []byte {
	list := make([]byte, 0, len(changes)*sealedChangeBytes)
	for _, c := range changes {
		list = append(binary.BigEndian.AppendUint64(list, uint64(c.Seq)), c.Hash[:]...) // #nosec G115 -- read back in the same way
	}
	return list
}

// decodeSealed keeps what is left of a broken list, so that it does not fit its seal.
func decodeSealed(list []byte) []SealedChange {
	if list == nil {
		return nil
	}
	changes := make([]SealedChange, 0, len(list)/sealedChangeBytes+1)
	for entry := range slices.Chunk(list, sealedChangeBytes) {
		whole := [sealedChangeBytes]byte{}
		copy(whole[:], entry)
		c := SealedChange{Seq: int64(binary.BigEndian.Uint64(whole[:]))} // #nosec G115 -- written in the same way
		copy(c.Hash[:], whole[8:])
		changes = append(changes, c)
	}
	return changes
}
