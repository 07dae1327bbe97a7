package audit

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// columns lists the columns of a table, as the database has them.
func (f *fixture) columns(table string) (names []string) {
	f.Helper()
	sql := `SELECT name FROM pragma_table_info('` + table + `')`
	if f.Dialect() == "postgres" {
		rows, err := f.Pool().Query(f.Context(), `SELECT column_name FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = $1`, table)
		f.ok(err)
		defer rows.Close()
		for rows.Next() {
			var name string
			f.ok(rows.Scan(&name))
			names = append(names, name)
		}
		return names
	}
	rows, err := f.WriterDB().Query(sql)
	f.ok(err)
	defer rows.Close()
	for rows.Next() {
		var name string
		f.ok(rows.Scan(&name))
		names = append(names, name)
	}
	return names
}

// tampered is a log of a few seals, and the number of a change in the middle of it.
func tampered(f *fixture) (victim int64) {
	f.addPeople()
	name := person(1).DisplayName
	f.logSome(20)
	f.seal()
	f.logSome(20)
	victim = f.log(store.Change{At: f.now, Action: "edit", Entity: "user", EntityID: "user-1", EntityName: &name,
		Before: asJSON(person(1)), After: asJSON(person(2)), RequestID: "r"})
	f.logSome(20)
	f.seal()
	f.logSome(20)
	f.seal()
	f.fits()
	return victim
}

// names fails unless the first finding is about a change.
func (f *fixture) names(what string, seq int64, words string) {
	f.Helper()
	r := f.verify()
	if len(r.Findings) == 0 {
		f.Errorf("%s: nothing was found", what)
		return
	}
	if first := r.Findings[0]; first.Seq != seq || !strings.Contains(first.Text, words) {
		f.Errorf("%s: found %d: %s; want %d: %s", what, first.Seq, first.Text, seq, words)
	}
}

// exchange runs SQL, looks, and puts things back.
func (f *fixture) exchange(what string, seq int64, words, there, back string, args ...any) {
	f.Helper()
	f.raw(there, args...)
	f.names(what, seq, words)
	f.raw(back, args...)
	if r := f.verify(); len(r.Findings) > 0 {
		f.Fatalf("%s: not put back: %s", what, r.Findings[0].Text)
	}
}

func TestEveryColumnOfAChangeIsSealed(t *testing.T) {
	onBoth(t, func(f *fixture) {
		victim := tampered(f)
		changed := map[string]string{"at": "at + 1", "undoes": "77", "cost_only": "NOT cost_only"}
		unsealed := []string{"tx", "totals", "worth"} // bookkeeping; see store.SealedColumns
		covered := 0
		for _, column := range f.columns("change") {
			if slices.Contains(unsealed, column) || column == "seq" {
				continue
			}
			covered++
			with, ok := changed[column]
			if !ok {
				with = "COALESCE(" + column + ", '') || ' '"
			}
			f.raw(fmt.Sprintf(`CREATE TABLE kept AS SELECT * FROM change WHERE seq = %d`, victim))
			f.exchange(column, victim, "was changed", `UPDATE change SET `+column+` = `+with+` WHERE seq = $1`,
				`UPDATE change SET `+column+` = (SELECT `+column+` FROM kept) WHERE seq = $1`, victim)
			f.raw(`DROP TABLE kept`)
		}
		if covered != len(store.SealedColumns)+1 { // and at
			f.Errorf("%d columns were changed, %d are sealed", covered, len(store.SealedColumns)+1)
		}
		// The other values of the person, one byte each.
		for _, text := range []string{"secret-first-1", "secret-street-1", "secret-phone-2", "secret-mail-1", "Näme", "secret-photo-2", `"isAdmin":false`} {
			other := strings.ToUpper(text)
			if other == `"ISADMIN":FALSE` {
				other = `"isAdmin":true `
			}
			for _, column := range []string{"before", "after"} {
				there := `UPDATE change SET ` + column + ` = replace(` + column + `, '` + text + `', '` + other + `') WHERE seq = $1`
				back := `UPDATE change SET ` + column + ` = replace(` + column + `, '` + other + `', '` + text + `') WHERE seq = $1`
				if f.number(`SELECT count(*) FROM change WHERE `+column+` LIKE '%`+text+`%' AND seq = $1`, victim) == 1 {
					f.exchange(text, victim, "was changed", there, back, victim)
				}
			}
		}
	})
}

func TestMissingAddedAndReorderedChangesAreFound(t *testing.T) {
	onBoth(t, func(f *fixture) {
		victim := tampered(f)
		all := strings.Join(f.columns("change"), ", ")
		overriding := ""
		if f.Dialect() == "postgres" {
			overriding = "OVERRIDING SYSTEM VALUE"
		}
		f.raw(fmt.Sprintf(`CREATE TABLE kept AS SELECT * FROM change WHERE seq = %d`, victim))
		f.exchange("removed", victim, "is missing", `DELETE FROM change WHERE seq = $1`,
			`INSERT INTO change (`+all+`) `+overriding+` SELECT * FROM kept WHERE seq = $1`, victim)
		// A number that was never given, in the time of another change.
		f.exchange("added", 0, "is in no seal", `INSERT INTO change (`+all+`) `+overriding+` SELECT `+strings.Replace(all, "seq", "0", 1)+` FROM kept WHERE seq = $1`,
			`DELETE FROM change WHERE seq = 0 AND $1 > 0`, victim)
		// Two changes with each other's numbers.
		swap := `UPDATE change SET seq = -$1 WHERE seq = $1; UPDATE change SET seq = $1 WHERE seq = $1 + 1; UPDATE change SET seq = $1 + 1 WHERE seq = -$1`
		if f.Dialect() == "postgres" {
			f.raw(`ALTER TABLE change ALTER seq DROP IDENTITY`)
		}
		for _, step := range []string{"there", "back"} {
			for _, sql := range strings.Split(strings.ReplaceAll(swap, "$1", fmt.Sprint(victim)), "; ") {
				f.raw(sql)
			}
			if step == "there" {
				f.names("swapped", victim, "was changed")
			}
		}
		f.fits()
	})
}

func TestChangedSealsAreFound(t *testing.T) {
	onBoth(t, func(f *fixture) {
		tampered(f)
		seals, err := f.Seals(f.Context(), 0, 100)
		f.ok(err)
		middle := seals[1]
		f.raw(`CREATE TABLE kept AS SELECT * FROM seal`)
		back := `UPDATE seal SET %[1]s = (SELECT %[1]s FROM kept WHERE n = $1) WHERE n = $1`
		for column, with := range map[string]string{"from_seq": "from_seq + 1", "to_seq": "to_seq + 1", "size": "size - 1", "at": "at + 1",
			"digest": "previous", "previous": "hash", "hash": "previous", "list": "NULL"} {
			from := middle.FromSeq
			if column == "from_seq" {
				from++
			}
			f.exchange("seal."+column, from, "seal 2", `UPDATE seal SET `+column+` = `+with+` WHERE n = $1`, fmt.Sprintf(back, column), middle.N)
		}
		list := encoded(middle)
		for _, broken := range [][]byte{list[:len(list)-1], list[40:], append(bytes.Clone(list), 0)} {
			literal := `x'` + hex.EncodeToString(broken) + `'`
			if f.Dialect() == "postgres" {
				literal = `'\x` + hex.EncodeToString(broken) + `'`
			}
			f.raw(`UPDATE seal SET list = ` + literal + ` WHERE n = 2`)
			if r := f.verify(); len(r.Findings) == 0 {
				f.Errorf("a list of %d bytes instead of %d fits", len(broken), len(list))
			}
			f.raw(fmt.Sprintf(back, "list"), middle.N)
		}
		f.fits()
		columns := strings.Join(f.columns("seal"), ", ")
		f.exchange("removed", middle.FromSeq, "its seal was removed", `DELETE FROM seal WHERE n = $1`,
			`INSERT INTO seal (`+columns+`) SELECT `+columns+` FROM kept WHERE n = $1`, middle.N)
		// The last seal with its changes: nothing in the database tells, but a head that was kept.
		head := HeadOf(seals[2])
		f.raw(`DELETE FROM change WHERE seq >= $1`, seals[2].FromSeq)
		f.raw(`DELETE FROM seal WHERE n = 3`)
		f.fits()
		if r := f.verify(head); len(r.Findings) != 1 || r.Findings[0].Seq != head.Seq {
			f.Errorf("the head is gone: %+v", r.Findings)
		}
		if r := f.verify(HeadOf(middle), tracker.AuditHead{Hash: &seals[0].Hash}); len(r.Findings) != 0 {
			f.Errorf("the heads are there: %+v", r.Findings)
		}
		if r := f.verify(tracker.AuditHead{Seq: 1, Hash: &seals[1].Hash}); len(r.Findings) != 1 {
			f.Errorf("the head of another change: %+v", r.Findings)
		}
	})
}

func encoded(s store.Seal) (list []byte) {
	for _, c := range s.Changes {
		list = append(append(list, 0, 0, 0, 0, 0, 0, byte(c.Seq>>8), byte(c.Seq)), c.Hash[:]...)
	}
	return list
}

// Whoever rewrites history and makes all seals anew is found by a head that was kept.
func TestARewrittenChainDoesNotHaveTheHead(t *testing.T) {
	onBoth(t, func(f *fixture) {
		victim := tampered(f)
		last, err := f.LastSeal(f.Context())
		f.ok(err)
		f.raw(`UPDATE change SET action = 'innocent' WHERE seq = $1`, victim)
		f.raw(`DELETE FROM seal`)
		f.raw(`DELETE FROM change_person`)
		f.seal()
		f.fits()
		if r := f.verify(HeadOf(last)); len(r.Findings) != 1 {
			f.Errorf("%+v", r.Findings)
		}
	})
}

// Erasing takes value and salt away, and every seal stays true. Nobody can pass
// another value off as erased, or erase without a trace.
func TestErasingKeepsSealsTrue(t *testing.T) {
	onBoth(t, func(f *fixture) {
		victim := tampered(f)
		erased := f.log(store.Change{At: f.now, Action: "erase", Entity: "user", EntityID: "user-1"})
		f.seal()
		before := f.number(`SELECT count(*) FROM change_person WHERE person = 'user-1' AND salt IS NOT NULL`)
		if before < 3 {
			f.Fatalf("%d changes of the person", before)
		}
		f.ok(ErasePerson(f.Context(), f.Store, "user-1", "4711"))
		f.fits()
		if n := f.number(`SELECT count(*) FROM change_person WHERE person = 'user-1' AND salt IS NOT NULL`); n != 0 {
			f.Errorf("%d salts are left", n)
		}
		// The victim's after is about somebody else by mistake of this test, and goes with it.
		for _, value := range []string{"mail-1@", "first-1", "last-1", "phone-1", "photo-1", "country-1", "street-1", "& 1", `u0026 1"`} {
			if n := f.number(`SELECT count(*) FROM change WHERE before LIKE '%` + value + `%' OR after LIKE '%` + value + `%' OR entity_name LIKE '%` + value + `%'`); n != 0 {
				f.Errorf("%s is left in %d changes", value, n)
			}
		}
		if n := f.number(`SELECT count(*) FROM change WHERE after LIKE '%"displayName":"erased-4711"%' AND after LIKE '%"version":%' AND seq = $1`, victim); n != 1 {
			f.Error("the change does not say that somebody was erased")
		}
		f.exchange("another value", victim, "should be erased", `UPDATE change SET before = replace(before, 'erased-4711', 'Somebody else') WHERE seq = $1`,
			`UPDATE change SET before = replace(before, 'Somebody else', 'erased-4711') WHERE seq = $1`, victim)
		f.exchange("another version", victim, "was changed", `UPDATE change SET before = replace(before, '"version":0', '"version":9') WHERE seq = $1`,
			`UPDATE change SET before = replace(before, '"version":9', '"version":0') WHERE seq = $1`, victim)
		f.exchange("another hash", victim, "was changed", `UPDATE change_person SET erased = replace(erased, '":"', '":"x') WHERE seq = $1`,
			`UPDATE change_person SET erased = replace(erased, '":"x', '":"') WHERE seq = $1`, victim)
		f.raw(`UPDATE change SET action = 'edit' WHERE seq = $1`, erased)
		if r := f.verify(); !slices.ContainsFunc(r.Findings, func(x Finding) bool { return strings.Contains(x.Text, "no change says") }) {
			f.Errorf("erased without a trace: %+v", r.Findings)
		}
	})
}

func TestALostSaltIsFound(t *testing.T) {
	onBoth(t, func(f *fixture) {
		victim := tampered(f)
		f.raw(`UPDATE change_person SET salt = NULL WHERE seq = $1`, victim)
		f.names("salt", victim, "salt")
		f.raw(`DELETE FROM change_person WHERE seq = $1`, victim)
		f.names("salt", victim, "salt")
	})
}

func TestVerifyNamesTheFirstChangeThatDoesNotFit(t *testing.T) {
	onBoth(t, func(f *fixture) {
		f.logSome(3 * sealSize)
		f.seal()
		f.raw(`UPDATE change SET request_id = 'x' WHERE seq IN (1400, 700, 701)`)
		f.raw(`DELETE FROM change WHERE seq = 650`)
		r := f.verify()
		if len(r.Findings) != 4 || r.Findings[0].Seq != 650 || r.Findings[1].Seq != 700 || r.Findings[3].Seq != 1400 {
			f.Errorf("%+v", r.Findings)
		}
		f.raw(`UPDATE change SET request_id = 'x'`)
		if r := f.verify(); len(r.Findings) != maxFindings || r.Findings[0].Seq != 1 {
			f.Errorf("%d findings, the first %+v", len(r.Findings), r.Findings[0])
		}
	})
}

// Changes that wait for the next seal are counted, and are no finding.
func TestUnsealedChangesAreCounted(t *testing.T) {
	onBoth(t, func(f *fixture) {
		f.logSome(10)
		f.seal()
		f.logSome(changePage + 5)
		if r := f.fits(); r.Unsealed != changePage+5 || r.Changes != 10 {
			f.Errorf("%+v", r)
		}
		f.now = f.now.Add(time.Minute)
	})
}

// Filters of the history find changes by change_block, so a row of it that hides changes, or is made up, is found, and mended
// from the changes.
func TestChangedBlocksAreFoundAndMended(t *testing.T) {
	onBoth(t, func(f *fixture) {
		f.addPeople()
		for range 4 {
			f.logSome(150)
			f.seal()
		}
		f.logSome(20) // not sealed
		f.fits()
		for what, tampering := range map[string]struct{ sql, words string }{
			"emptied":       {`DELETE FROM change_block`, "is missing"},
			"one missing":   {`DELETE FROM change_block WHERE block = 2`, "is missing"},
			"added":         {`INSERT INTO change_block (block, oldest, newest, kinds, fields) VALUES (900, 1, 2, ',company edit,', '')`, "was added"},
			"added before":  {`INSERT INTO change_block (block, oldest, newest, kinds, fields) VALUES (-3, 1, 2, ',company edit,', '')`, "was added"},
			"kind hidden":   {`UPDATE change_block SET kinds = replace(kinds, 'edit', 'edited') WHERE block = 1`, "hides changes"},
			"kind made up":  {`UPDATE change_block SET kinds = kinds || 'company invented,' WHERE block = 1`, "not there"},
			"field hidden":  {`UPDATE change_block SET fields = '' WHERE block = 1`, "hides changes"},
			"time hidden":   {`UPDATE change_block SET oldest = oldest + 1 WHERE block = 1`, "hides changes"},
			"end hidden":    {`UPDATE change_block SET newest = newest - 1 WHERE block = 1`, "hides changes"},
			"time made up":  {`UPDATE change_block SET oldest = oldest - 1 WHERE block = 1`, "not there"},
			"given another": {`UPDATE change_block SET block = 901 WHERE block = 3`, "is missing"},
		} {
			f.raw(tampering.sql)
			r := f.verify()
			if len(r.Findings) == 0 || !strings.Contains(r.Findings[0].Text, tampering.words) || !strings.Contains(r.Findings[0].Text, "audit reindex") {
				f.Errorf("%s: found %+v, want %q", what, r.Findings, tampering.words)
			}
			f.ok(f.MendBlocks(f.Context()))
			f.fits()
		}

		// Retention leaves rows that tell of more than is left. It hides nothing, and is no finding.
		for range 2 {
			_, err := f.Cleanup(f.Context(), store.Retention{Changes: time.Hour}, f.now.Add(48*time.Hour))
			f.ok(err)
			f.fits()
		}
		f.raw(`DELETE FROM change_block`)
		f.names("emptied after retention", f.number(`SELECT MIN(seq) / 128 * 128 FROM change`), "is missing")
		f.ok(f.MendBlocks(f.Context()))
		f.fits()
	})
}
