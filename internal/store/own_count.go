package store

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"strings"
	"sync"

	"btracker/internal/tracker"
)

// What lists by own fields count, and how long they remember it.

// countOwn counts a list that own fields alone narrow, by the index of a field.
func (q Queries) countOwn(ctx context.Context, part ownPart) (int, error) {
	first, f := part.filters[0], &filter{}
	if known := part.few(); known != nil {
		return len(known.few), nil
	}
	if first.isMissing() {
		return q.countMissing(ctx, part.everything, part.filters)
	}
	f.and(first.matches(f))
	f.others(part.filters[1:], "v.record_id")
	return q.countValues(ctx, first, f)
}

// countMissing counts the records of a list without a value of any of some fields: all, less those that have one of them.
func (q Queries) countMissing(ctx context.Context, everything string, filters []ownFilter) (int, error) {
	size, err := q.listSize(ctx, everything)
	missing := size.all
	for i, o := range filters {
		f, filled := &filter{}, ownFilter{OwnFilter: tracker.OwnFilter{Field: o.Field}, dialect: q.dialect}
		f.and(filled.matches(f))
		f.others(filters[:i], "v.record_id")
		n, failed := q.countValues(ctx, o, f)
		missing, err = missing-n, cmp.Or(err, failed)
	}
	return missing, err
}

// others narrows to records of an id by the values that filters are about, but for one with few records.
func (f *filter) others(filters []ownFilter, id string) {
	for _, o := range filters {
		if o.few == nil {
			f.and(o.holds(f, id))
		}
	}
}

func (q Queries) countValues(ctx context.Context, o ownFilter, f *filter) (int, error) {
	text := "SELECT count(*) FROM own_value v" + f.where()
	found, err := q.remembered(ctx, o.Field.List, text, f.args, func() (known ownKnown, err error) {
		known.total, err = one(ctx, q, scanOne[int], text, f.args...)
		return known, err
	})
	return found.total, err
}

// ownKnown is what a statement about the values of a list's own fields found.
type ownKnown struct {
	total int
	few   []string
}

// ownMemory remembers what was found until the list, or a value in it, changes: people turn pages, and open the same views again.
type ownMemory struct {
	mu    sync.Mutex
	found map[[sha256.Size]byte]rememberedOwn
}

type rememberedOwn struct {
	at    ownVersion
	known ownKnown
}

// ownVersion is the same only while a list has the same records with the same values.
type ownVersion struct {
	size   listSize
	values int
}

// maxOwnMemory bounds the statements whose answers are remembered. When there are more, all are dropped.
const maxOwnMemory = 200

// ownList finds where the records of a list are. isCounted says that its size is kept: then the size and the number of changes of
// values tell whether anything is as it was.
func ownList(list string) (k storedKind, isCounted bool) {
	k = kindNamed(list)
	return k, k.name != "" && k.hasTally()
}

// tallyOwn is the kept number of changes of the values of a list.
func tallyOwn(list string) string { return "own." + list + reorder }

// ownChanged tells that values of a list have changed.
func (tx *Tx) ownChanged(list string) { tx.kept.tallies[tallyOwn(list)]++ }

func (q Queries) ownVersion(ctx context.Context, list string) (ownVersion, error) {
	kind, _ := ownList(list)
	f, name := &filter{}, kind.tallyName()
	var columns, names []string
	for _, of := range []string{name, name + marked, name + reorder, tallyOwn(list)} {
		names = append(names, f.arg(of))
		columns = append(columns, "CAST(COALESCE(SUM(CASE WHEN name = "+names[len(names)-1]+" THEN n END), 0) AS BIGINT)")
	}
	return one(ctx, q, func(r rows) (v ownVersion, err error) {
		return v, r.Scan(&v.size.all, &v.size.marked, &v.size.order, &v.values)
	}, "SELECT "+strings.Join(columns, ", ")+" FROM tally WHERE name IN ("+strings.Join(names, ", ")+")", f.args...)
}

// remembered is what a statement found before, or finds now.
func (q Queries) remembered(ctx context.Context, list, text string, args []any, find func() (ownKnown, error)) (ownKnown, error) {
	if _, isCounted := ownList(list); q.ownMemory == nil || !isCounted {
		return find()
	}
	version, err := q.ownVersion(ctx, list) // before what is found, which may only be newer
	if err != nil {
		return ownKnown{}, err
	}
	key, m := sha256.Sum256([]byte(fmt.Sprint(text, args))), q.ownMemory // the ids of few records may be among the arguments
	m.mu.Lock()
	last, has := m.found[key]
	m.mu.Unlock()
	if has && last.at == version {
		return last.known, nil
	}
	known, err := find()
	if err != nil {
		return known, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.found == nil || len(m.found) >= maxOwnMemory {
		m.found = map[[sha256.Size]byte]rememberedOwn{}
	}
	m.found[key] = rememberedOwn{version, known}
	return known, nil
}
