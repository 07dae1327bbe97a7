package store

import (
	"context"
	"fmt"
	"strings"
)

// A block is changeBlock numbers of the log in a row. The table change_block has what the sealed changes
// of each block are about. A walk through the log skips blocks without a change that a filter wants, and a
// writer pays for no index of every filter. Sealing keeps it. Changes that are not sealed yet are read
// one by one.
const changeBlock = 128

// inBlock is the condition of a change in the block b.
var inBlock = fmt.Sprintf("change.seq >= CAST(b.block AS BIGINT) * %d AND change.seq < (CAST(b.block AS BIGINT) + 1) * %[1]d", changeBlock)

// kindsOfChanges says what some changes of a block are about: each kind and its fields once.
const kindsOfChanges = `SELECT seq / %[1]d AS block, entity || ' ' || action AS kind, replace(fields, ',', ',' || entity || ' ') AS fields, MIN(at) AS oldest, MAX(at) AS newest`

// noteBlocks writes anew what the blocks with the changes from one number to another are about.
func (tx *Tx) noteBlocks(ctx context.Context, from, to int64) error {
	_, err := tx.run(ctx, fmt.Sprintf(`
		INSERT INTO change_block (block, oldest, newest, kinds, fields)
		SELECT block, MIN(oldest), MAX(newest), ',' || string_agg(kind, ',') || ',', COALESCE(string_agg(fields, ''), '')
		FROM (`+kindsOfChanges+` FROM change WHERE seq >= $1 AND seq < $2 GROUP BY 1, 2, 3) AS kinds GROUP BY block
		ON CONFLICT (block) DO UPDATE SET oldest = excluded.oldest, newest = excluded.newest, kinds = excluded.kinds, fields = excluded.fields`, changeBlock),
		from/changeBlock*changeBlock, (to/changeBlock+1)*changeBlock)
	return err
}

// forgetBlocks removes the blocks before the first change that is left.
func (tx *Tx) forgetBlocks(ctx context.Context) error {
	_, err := tx.run(ctx, fmt.Sprintf(`DELETE FROM change_block WHERE block < (SELECT MIN(seq) FROM change) / %d`, changeBlock))
	return err
}

// blockFilter is the condition on a block b that has a change for the query; "" if every
// block may have one.
func blockFilter(d dialect, f *filter, cq ChangeQuery) string {
	conditions := []string{}
	// kinds has ",company edit,project create,", and fields ",company name,company details,".
	has := func(column string, names []string) {
		found := make([]string, len(names))
		for i, name := range names {
			text := cq.Entity + " " + name + ","
			if cq.Entity != "" {
				text = "," + text
			}
			found[i] = d.contains("b."+column, f.arg(text))
		}
		conditions = append(conditions, "("+strings.Join(found, " OR ")+")")
	}
	switch {
	case len(cq.Actions) > 0:
		has("kinds", cq.Actions)
	case cq.Entity != "":
		conditions = append(conditions, d.contains("b.kinds", f.arg(","+cq.Entity+" ")))
	}
	if cq.Field != "" {
		has("fields", []string{cq.Field})
	}
	if cq.From != nil {
		conditions = append(conditions, "b.newest >= "+f.arg(millis(*cq.From)))
	}
	if cq.To != nil {
		conditions = append(conditions, "b.oldest <= "+f.arg(millis(*cq.To)))
	}
	if len(conditions) > 0 && cq.Before > 0 {
		conditions = append(conditions, "b.block <= "+f.arg(cq.Before/changeBlock))
	}
	return strings.Join(conditions, " AND ")
}

func (cq ChangeQuery) byTime() bool { return cq.From != nil || cq.To != nil }

// located adds to a query where ListChanges looks.
func (q Queries) located(ctx context.Context, cq ChangeQuery) (ChangeQuery, error) {
	last, err := q.LastSeal(ctx)
	if cq.sealed = last.Last; err != nil || cq.anchored() || !cq.byTime() {
		return cq, err
	}
	f := &filter{}
	times := blockFilter(q.dialect, f, ChangeQuery{From: cq.From, To: cq.To})
	return one(ctx, q, func(r rows) (ChangeQuery, error) { return cq, r.Scan(&cq.first, &cq.after) }, fmt.Sprintf(`
		SELECT COALESCE(MIN(CAST(b.block AS BIGINT)), 0) * %d, (COALESCE(MAX(CAST(b.block AS BIGINT)), -1) + 1) * %[1]d FROM change_block b WHERE %s`, changeBlock, times), f.args...)
}

// span is the condition of a sealed change between the times of a query.
func (cq ChangeQuery) span(f *filter) string {
	return "change.seq >= " + f.arg(cq.first) + " AND change.seq < " + f.arg(cq.after)
}

// walkChanges is a statement for the numbers of the newest changes that meet the conditions of a query,
// most of them at most, in any order. Changes after the last seal are in no block.
func walkChanges(d dialect, f *filter, cq ChangeQuery, conditions string, most int) string {
	limit := " DESC LIMIT " + f.arg(most)
	every := "SELECT change.seq FROM change WHERE " + conditions
	var blocks, sealed string
	if !cq.walksIndex() || cq.byKind && cq.ActorID == "" && (len(cq.Actions) > 0 || cq.Field != "") {
		blocks = blockFilter(d, f, cq)
	}
	switch {
	case blocks != "":
		sealed = d.changesInBlocks(blocks, conditions)
	case cq.byTime():
		sealed = every + " AND " + cq.span(f) + " ORDER BY change.seq"
	default:
		return every + " ORDER BY change.seq" + limit
	}
	return "SELECT seq FROM (" + every + " AND " + d.changeAfter(f.arg(cq.sealed.Tx), f.arg(cq.sealed.Seq)) + " ORDER BY change.seq" +
		limit + ") AS unsealed UNION SELECT seq FROM (" + sealed + limit + ") AS sealed"
}
