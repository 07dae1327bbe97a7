package store

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"btracker/internal/tracker"
)

// Import is a file that somebody uploaded.
type Import struct {
	tracker.Import
	UserID  string
	IsReady bool // all of its rows are compared
}

// ImportRow is a row of a file.
type ImportRow struct {
	tracker.ImportRow
	Version int    // of the record, when it was compared
	Input   string // JSON
}

const importColumns = `id, user_id, list, name, columns, rows, creates, updates, unchanged, refused, version, bulk_id, is_ready`

// Import reads an import of a user.
func (q Queries) Import(ctx context.Context, userID, id string) (Import, error) {
	return one(ctx, q, func(r rows) (i Import, err error) {
		var columns string
		if err := r.Scan(&i.ID, &i.UserID, &i.List, &i.Name, &columns, &i.Rows, &i.Creates, &i.Updates, &i.Unchanged, &i.Refused, &i.Version, &i.BulkID, &i.IsReady); err != nil {
			return i, err
		}
		return i, json.Unmarshal([]byte(columns), &i.Columns)
	}, `SELECT `+importColumns+` FROM import WHERE id = $1 AND user_id = $2`, id, userID)
}

// ImportsOf counts the imports of a user that nothing applies yet, and returns the oldest.
func (q Queries) ImportsOf(ctx context.Context, userID string) (n int, oldest string, err error) {
	ids, err := many(ctx, q, scanOne[string], `SELECT id FROM import WHERE user_id = $1 AND bulk_id IS NULL ORDER BY touched_at, id`, userID)
	if len(ids) > 0 {
		oldest = ids[0]
	}
	return len(ids), oldest, err
}

// InsertImport adds an import without rows.
func (tx *Tx) InsertImport(ctx context.Context, i Import, at time.Time) error {
	_, err := tx.run(ctx, `INSERT INTO import (id, user_id, list, name, columns, version, is_ready, touched_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		i.ID, i.UserID, i.List, i.Name, jsonText(i.Columns), i.Version, i.IsReady, millis(at))
	return err
}

// UpdateImport writes the columns and figures of an import.
func (tx *Tx) UpdateImport(ctx context.Context, i Import, at time.Time) error {
	return tx.runOn(ctx, `UPDATE import SET columns = $2, rows = $3, creates = $4, updates = $5, unchanged = $6, refused = $7,
		version = $8, bulk_id = $9, is_ready = $10, touched_at = $11
		WHERE id = $1`, i.ID, jsonText(i.Columns), i.Rows, i.Creates, i.Updates, i.Unchanged, i.Refused, i.Version, i.BulkID, i.IsReady, millis(at))
}

// InsertImportRows adds rows.
func (tx *Tx) InsertImportRows(ctx context.Context, importID string, list []ImportRow) error {
	values := make([][]any, len(list))
	for i, r := range list {
		values[i] = []any{importID, r.Row, string(r.State), r.ID, r.Version, r.Name, jsonText(r.Cells), r.Input, jsonText(r.Fields), jsonText(r.Errors), jsonText(r.ErrorTexts)}
	}
	return tx.load(ctx, "import_row", `import_id, row_no, state, record_id, version, name, cells, input, fields, errors, error_texts`, values)
}

// DeleteImportRows deletes rows of an import behind a row and up to another one.
func (tx *Tx) DeleteImportRows(ctx context.Context, importID string, after, upTo int) error {
	_, err := tx.run(ctx, `DELETE FROM import_row WHERE import_id = $1 AND row_no > $2 AND row_no <= $3`, importID, after, upTo)
	return err
}

// DropImport deletes some rows of an import, and the import with the last of them. Call it again until it is gone.
func (tx *Tx) DropImport(ctx context.Context, id string) (isGone bool, err error) {
	n, err := tx.run(ctx, `DELETE FROM import_row WHERE import_id = $1 AND row_no < (SELECT min(row_no) FROM import_row WHERE import_id = $1) + 2000`, id)
	if err != nil || n > 0 {
		return false, err
	}
	_, err = tx.run(ctx, `DELETE FROM import WHERE id = $1`, id)
	return true, err
}

func scanImportRow(r rows) (row ImportRow, err error) {
	var cells, fields, errors, texts string
	if err := r.Scan(&row.Row, &row.State, &row.ID, &row.Version, &row.Name, &cells, &row.Input, &fields, &errors, &texts); err != nil {
		return row, err
	}
	for _, part := range []struct {
		text string
		into any
	}{{cells, &row.Cells}, {fields, &row.Fields}, {errors, &row.Errors}, {texts, &row.ErrorTexts}} {
		if err := json.Unmarshal([]byte(part.text), part.into); err != nil {
			return row, fmt.Errorf("row %d of an import: %w", row.Row, err)
		}
	}
	return row, nil
}

const importRowSelect = `SELECT row_no, state, record_id, version, name, cells, input, fields, errors, error_texts FROM import_row WHERE import_id = $1`

// ImportRows lists rows behind a row, at most limit.
func (q Queries) ImportRows(ctx context.Context, importID string, after, limit int) ([]ImportRow, error) {
	return many(ctx, q, scanImportRow, importRowSelect+` AND row_no > $2 ORDER BY row_no LIMIT $3`, importID, after, limit)
}

// ImportRowsIn lists a page of the rows in a state.
func (q Queries) ImportRowsIn(ctx context.Context, importID string, state tracker.ImportState, limit, offset int) ([]ImportRow, error) {
	return many(ctx, q, scanImportRow, importRowSelect+` AND state = $2 ORDER BY row_no LIMIT $3 OFFSET $4`, importID, string(state), limit, offset)
}

// AllImportRows lists a page of all rows.
func (q Queries) AllImportRows(ctx context.Context, importID string, limit, offset int) ([]ImportRow, error) {
	return many(ctx, q, scanImportRow, importRowSelect+` ORDER BY row_no LIMIT $2 OFFSET $3`, importID, limit, offset)
}

// RefusedImportRows lists refused rows behind a row, at most limit.
func (q Queries) RefusedImportRows(ctx context.Context, importID string, after, limit int) ([]ImportRow, error) {
	return many(ctx, q, scanImportRow, importRowSelect+` AND state = 'refused' AND row_no > $2 ORDER BY row_no LIMIT $3`, importID, after, limit)
}

// ImportInputs reads what the rows with these numbers send, from the first to the last of a piece, without their cells.
func (q Queries) ImportInputs(ctx context.Context, importID string, first, last int) ([]ImportRow, error) {
	return many(ctx, q, func(r rows) (row ImportRow, err error) {
		return row, r.Scan(&row.Row, &row.State, &row.ID, &row.Version, &row.Input)
	}, `SELECT row_no, state, record_id, version, input FROM import_row
		WHERE import_id = $1 AND row_no >= $2 AND row_no <= $3 AND state <> 'unchanged' ORDER BY row_no`, importID, first, last)
}

// ImportNumbers lists the numbers of the rows that would change something.
func (q Queries) ImportNumbers(ctx context.Context, importID string) ([]string, error) {
	return many(ctx, q, scanOne[string], `SELECT CAST(row_no AS TEXT) AS number FROM import_row 
		WHERE import_id = $1 AND state IN ('create', 'update') ORDER BY import_row.row_no`, importID)
}

// RefuseImportRow notes why a row was refused when it was applied.
func (tx *Tx) RefuseImportRow(ctx context.Context, importID string, row int, state tracker.ImportState, reasons map[string][]tracker.Text) error {
	n, err := tx.run(ctx, `UPDATE import_row SET state = 'refused', errors = $3, error_texts = $4 WHERE import_id = $1 AND row_no = $2 AND state <> 'refused'`,
		importID, row, jsonText(tracker.Messages(reasons)), jsonText(reasons))
	if err != nil || n == 0 {
		return err
	}
	column := "updates"
	if state == tracker.RowCreates {
		column = "creates"
	}
	_, err = tx.run(ctx, `UPDATE import SET refused = refused + 1, `+column+` = `+column+` - 1 WHERE id = $1`, importID)
	return err
}

// Match is what has a name: how many records, and the id of one of them.
type Match struct {
	ID    string
	Count int
}

// MatchKey is the key under which records of a name are found; of is what they belong to, if anything.
func MatchKey(of, name string) string { return of + "\x00" + searchKey(name) }

// matches reads records by their names: their owner, key, id and count.
func (q Queries) matches(ctx context.Context, sql string, args ...any) (map[string]Match, error) {
	found := map[string]Match{}
	return found, each(ctx, q, func(r rows) error {
		var of, key string
		var m Match
		err := r.Scan(&of, &key, &m.ID, &m.Count)
		found[of+"\x00"+key] = m
		return err
	}, plannedAnew+sql, args...)
}

func (f *filter) oneOf(d dialect, column string, values []string) {
	f.and(column + " IN (SELECT value FROM " + d.elements(f.arg(jsonTexts(values))) + " keys)")
}

func keysOf(names []string) []string {
	keys := make([]string, len(names))
	for i, name := range names {
		keys[i] = searchKey(name)
	}
	return keys
}

// MatchCompanies finds companies by their names, ignoring case.
func (q Queries) MatchCompanies(ctx context.Context, v Visible, names []string) (map[string]Match, error) {
	f := companyFilter(q.dialect, v, CompanyQuery{})
	f.oneOf(q.dialect, "company.name_key", keysOf(names))
	return q.matches(ctx, "SELECT '', company.name_key, min(company.id), count(*) FROM company"+f.where()+" GROUP BY company.name_key", f.args...)
}

// MatchProjects finds projects by their companies and names, ignoring case.
func (q Queries) MatchProjects(ctx context.Context, v Visible, companyIDs, names []string) (map[string]Match, error) {
	f := &filter{}
	f.and("project.deleted_at IS NULL")
	f.oneOf(q.dialect, "project.company_id", companyIDs)
	f.oneOf(q.dialect, "project.name_key", keysOf(names))
	f.visibleProjects(v)
	return q.matches(ctx, "SELECT project.company_id, project.name_key, min(project.id), count(*) FROM project"+f.where()+" GROUP BY project.company_id, project.name_key", f.args...)
}

// MatchItems finds items of a catalogue by their names, ignoring case. What they belong to is the key of their category.
func (q Queries) MatchItems(ctx context.Context, kind tracker.CatalogueKind, names []string) (map[string]Match, error) {
	f := &filter{}
	f.and("i.kind = " + f.arg(kind))
	f.and("i.deleted_at IS NULL")
	f.oneOf(q.dialect, "i.name_key", keysOf(names))
	return q.matches(ctx, "SELECT category.name_key, i.name_key, min(i.id), count(*) FROM catalogue_item i JOIN category ON category.id = i.category_id"+
		f.where()+" GROUP BY category.name_key, i.name_key", f.args...)
}

// CategoryKey is the key of a category's name, as MatchItems has it.
func CategoryKey(name string) string { return searchKey(name) }

// CompanyForUser is a company with the roles of a user.
type CompanyForUser struct {
	tracker.Company
	Roles []tracker.Role
}

// some reads records by their ids, or other keys: list is where the statement has them.
func some[T any](ctx context.Context, q Queries, keys []string, key func(T) string, scan func(rows) (T, error), sql string, args ...any) (map[string]T, error) {
	found := make(map[string]T, len(keys))
	keys = slices.DeleteFunc(slices.Clone(keys), func(key string) bool { return unstorable(key) }) // no record has such a key
	if len(keys) == 0 {
		return found, nil
	}
	args = append([]any{jsonTexts(keys)}, args...)
	return found, each(ctx, q, func(r rows) error {
		v, err := scan(r)
		found[key(v)] = v
		return err
	}, strings.ReplaceAll(sql, "{keys}", "(SELECT value FROM "+q.dialect.elements("$1")+" keys)"), args...)
}

// CompaniesForUser reads companies for a user, by their ids.
func (q Queries) CompaniesForUser(ctx context.Context, ids []string, userID string) (map[string]CompanyForUser, error) {
	return some(ctx, q, ids, func(c CompanyForUser) string { return c.ID }, func(r rows) (c CompanyForUser, err error) {
		var role *tracker.Role
		err = scanCompanyInto(r, &c.Company, &role)
		c.Roles = held(role)
		return c, err
	}, "SELECT"+companyColumns+`, m.role FROM company LEFT JOIN company_moderator m ON m.company_id = company.id AND m.user_id = $2
		WHERE company.id IN {keys} AND company.deleted_at IS NULL`, userID)
}

// ProjectsForUser reads projects, tombstones too, for a user, by their ids.
func (q Queries) ProjectsForUser(ctx context.Context, ids []string, userID string) (map[string]ProjectForUser, error) {
	return some(ctx, q, ids, func(p ProjectForUser) string { return p.ID }, func(r rows) (p ProjectForUser, err error) { return p, scanProjectForUser(r, &p) },
		"SELECT"+projectForUserColumns+projectFrom+strings.ReplaceAll(projectForUserRoles, "$1", "$2")+` WHERE project.id IN {keys}`, userID)
}

// SubscriptionsForUser reads subscriptions of projects for a user, by their ids.
func (q Queries) SubscriptionsForUser(ctx context.Context, ids []string, userID string) (map[string]SubscriptionForUser, error) {
	return some(ctx, q, ids, func(s SubscriptionForUser) string { return s.ID }, scanSubscriptionForUser,
		"SELECT"+projectForUserColumns+","+projectSubscriptionColumns+projectFrom+strings.ReplaceAll(projectForUserRoles, "$1", "$2")+subscriptionOfProject+
			` WHERE a.id IN {keys} AND a.deleted_at IS NULL`, userID)
}

// ItemsByID reads items of a catalogue by their ids.
func (q Queries) ItemsByID(ctx context.Context, kind tracker.CatalogueKind, ids []string) (map[string]tracker.CatalogueItem, error) {
	return some(ctx, q, ids, func(i tracker.CatalogueItem) string { return i.ID }, scanItem,
		itemSelect+` WHERE catalogue_item.id IN {keys} AND catalogue_item.kind = $2 AND catalogue_item.deleted_at IS NULL`, kind)
}

// UsersByEmail reads users by their normalised addresses.
func (q Queries) UsersByEmail(ctx context.Context, emails []string) (map[string]tracker.User, error) {
	return some(ctx, q, emails, func(u tracker.User) string { return u.Email }, scanUser, "SELECT"+userRow+" FROM users WHERE users.email IN {keys}")
}

// CategoriesByName reads categories by their names, ignoring case, under their keys.
func (q Queries) CategoriesByName(ctx context.Context, kind tracker.CatalogueKind, names []string) (map[string]tracker.Category, error) {
	return some(ctx, q, keysOf(names), func(c tracker.Category) string { return searchKey(c.Name) }, scanCategory,
		categorySelect+` WHERE name_key IN {keys} AND kind = $2 AND deleted_at IS NULL`, kind)
}
