package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"btracker/internal/tracker"
)

// blocksAtOnce is how many blocks are checked or written in one statement.
const blocksAtOnce = 64

// WrongBlock is a row of change_block that does not say what its changes are about.
type WrongBlock struct {
	FirstSeq int64 // the lowest number that the block may have
	Why      string
}

// blockKinds is what a block is about, by its row or by its changes.
type blockKinds struct {
	oldest, newest int64
	words          map[string]bool // kinds, and fields after an equals sign; nil without a row or change
}

func (k *blockKinds) add(kinds, fields string, oldest, newest int64) {
	if k.words == nil {
		k.words, k.oldest, k.newest = map[string]bool{}, oldest, newest
	}
	k.oldest, k.newest = min(k.oldest, oldest), max(k.newest, newest)
	for kind := range strings.SplitSeq(kinds, ",") {
		k.words[kind] = true
	}
	for field := range strings.SplitSeq(fields, ",") {
		k.words["="+field] = true
	}
	delete(k.words, "") // the texts begin and end with a comma
	delete(k.words, "=")
}

// covers reports whether all that the other is about is in this one.
func (k *blockKinds) covers(other blockKinds) bool {
	for word := range other.words {
		if !k.words[word] {
			return false
		}
	}
	return other.words == nil || k.words != nil && k.oldest <= other.oldest && k.newest >= other.newest
}

// checkedBlock compares a row with its changes. A row has at least what the sealed changes are about. It has no more
// than all changes, because sealing reads all of them; but of changes that retention has removed it may still tell.
type checkedBlock struct {
	row, sealed, all blockKinds
	wasCut           bool // by retention
}

func (b checkedBlock) wrong() string {
	switch {
	case b.row.words == nil && b.sealed.words != nil:
		return "is missing"
	case !b.row.covers(b.sealed):
		return "was changed: it hides changes"
	case b.wasCut || b.all.covers(b.row):
		return ""
	case b.all.words == nil:
		return "was added"
	}
	return "was changed: it tells of changes that are not there"
}

// EachWrongBlock passes on the rows of change_block that are wrong, by their numbers.
func (q Queries) EachWrongBlock(ctx context.Context, use func(WrongBlock)) error {
	for from := int64(math.MinInt32); ; from += blocksAtOnce {
		first, err := one(ctx, q, scanOne[*int64], fmt.Sprintf(`SELECT MIN(block) FROM (
				SELECT MIN(CAST(block AS BIGINT)) AS block FROM change_block WHERE block >= CAST($1 AS BIGINT)
				UNION ALL SELECT MIN(seq) / %d FROM change WHERE seq >= CAST($2 AS BIGINT)) AS blocks`, changeBlock), from, from*changeBlock)
		if err != nil || first == nil {
			return err
		}
		from = *first
		wrong, err := q.wrongBlocks(ctx, from, from+blocksAtOnce)
		if err != nil {
			return err
		}
		for _, w := range wrong {
			use(w)
		}
	}
}

// wrongBlocks checks the blocks from a number up to another.
func (q Queries) wrongBlocks(ctx context.Context, from, to int64) (wrong []WrongBlock, err error) {
	last, err := q.LastSeal(ctx)
	if err != nil {
		return nil, err
	}
	blocks := map[int64]*checkedBlock{}
	f := &filter{}
	rowsIn := "block >= CAST(" + f.arg(from) + " AS BIGINT) AND block < CAST(" + f.arg(to) + " AS BIGINT)"
	changesIn := "seq >= CAST(" + f.arg(from*changeBlock) + " AS BIGINT) AND seq < CAST(" + f.arg(to*changeBlock) + " AS BIGINT)"
	isUnsealed := q.dialect.changeAfter(f.arg(last.Last.Tx), f.arg(last.Last.Seq))
	// One statement, so that sealing and retention don't come in between.
	err = each(ctx, q, func(r rows) error {
		var block, of, oldest, newest, removedTo int64
		var kinds, fields string
		if err := r.Scan(&block, &of, &kinds, &fields, &oldest, &newest, &removedTo); err != nil {
			return err
		}
		b := blocks[block]
		if b == nil {
			b = &checkedBlock{wasCut: block >= 0 && removedTo > 0 && block*changeBlock <= removedTo}
			blocks[block] = b
		}
		switch of {
		case 0:
			b.row.add(kinds, fields, oldest, newest)
		case 1:
			b.sealed.add(kinds, fields, oldest, newest)
			fallthrough
		default:
			b.all.add(kinds, fields, oldest, newest)
		}
		return nil
	}, fmt.Sprintf(`
		SELECT block, of, kind, COALESCE(fields, ''), oldest, newest, (SELECT COALESCE(MAX(to_seq), 0) FROM seal WHERE list IS NULL) FROM (
			SELECT CAST(block AS BIGINT) AS block, 0 AS of, kinds AS kind, fields, oldest, newest FROM change_block WHERE %[2]s
			UNION ALL SELECT block, of, kind, fields, oldest, newest FROM (`+kindsOfChanges+`, CASE WHEN %[3]s THEN 2 ELSE 1 END AS of
				FROM change WHERE %[4]s GROUP BY 1, 2, 3, 6) AS changes) AS blocks`,
		changeBlock, rowsIn, isUnsealed, changesIn), f.args...)
	for block, b := range blocks {
		if why := b.wrong(); why != "" {
			wrong = append(wrong, WrongBlock{block * changeBlock, why})
		}
	}
	slices.SortFunc(wrong, func(a, b WrongBlock) int { return cmp.Compare(a.FirstSeq, b.FirstSeq) })
	return wrong, err
}

// MendBlocks writes change_block anew, from the change log. It may run beside a server.
func (s *Store) MendBlocks(ctx context.Context) error {
	last, err := one(ctx, s.Queries, scanOne[int64], `SELECT COALESCE(MAX(to_seq), -1) FROM seal`)
	if err != nil {
		return err
	}
	first, err := one(ctx, s.Queries, scanOne[int64], `SELECT seq FROM change ORDER BY seq LIMIT 1`)
	if errors.Is(err, tracker.ErrNotFound) {
		first, err = last+1, nil
	}
	if err != nil {
		return err
	}
	for from := first / changeBlock; from <= last/changeBlock; from += blocksAtOnce {
		to := min(from+blocksAtOnce, last/changeBlock+1)
		err := s.Write(ctx, func(tx *Tx) error {
			if _, err := tx.run(ctx, `DELETE FROM change_block WHERE block >= $1 AND block < $2`, from, to); err != nil {
				return err
			}
			return tx.noteBlocks(ctx, from*changeBlock, to*changeBlock-1)
		})
		if err != nil {
			return err
		}
	}
	return s.Write(ctx, func(tx *Tx) error {
		// Of rows outside of the log nobody knows what they are.
		_, err := tx.run(ctx, fmt.Sprintf(`DELETE FROM change_block WHERE NOT EXISTS (SELECT 1 FROM change
			WHERE change.seq >= CAST(change_block.block AS BIGINT) * %d AND change.seq < (CAST(change_block.block AS BIGINT) + 1) * %[1]d)`, changeBlock))
		return err
	})
}
