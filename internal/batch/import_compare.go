package batch

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"btracker/internal/change"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// comparison compares the rows of a file with what is stored. Each row that would change something is decided by the
// function that decides its single edit, as in the preview of a bulk action.
type comparison struct {
	*change.Work
	of      *change.Kind
	file    store.Import
	all     []tracker.ImportField // that the list has
	fields  []tracker.ImportField // by column; one without a name is left alone
	seen    map[string]int        // the row of each record, and of each new one by its key
	isAgain bool                  // the rows are stored already
	total   int                   // rows that the file seems to have; 0 if it does not tell
	told    time.Time             // when open pages were told how far it is
}

func newComparison(w *change.Work, all []tracker.ImportField, file store.Import) *comparison {
	of := &comparison{Work: w, all: all, of: change.Kinds[file.List], file: file,
		fields: make([]tracker.ImportField, len(file.Columns)), seen: map[string]int{}}
	for i, column := range file.Columns {
		for _, f := range all {
			if column.Field != nil && *column.Field == f.Name {
				of.fields[i] = f
			}
		}
	}
	return of
}

// keep compares some rows and stores them.
func (c *comparison) keep(ctx context.Context, rows []store.ImportRow) error {
	if len(rows) == 0 {
		return nil
	}
	if err := c.compare(ctx, rows); err != nil {
		return err
	}
	err := c.Engine.Store.Write(ctx, func(tx *store.Tx) error {
		now, err := tx.Import(ctx, c.file.UserID, c.file.ID)
		if err != nil {
			return err
		}
		if now.Version != c.file.Version {
			return checkImport(now, tracker.Some(c.file.Version))
		}
		if c.isAgain {
			if err := tx.DeleteImportRows(ctx, c.file.ID, rows[0].Row-1, rows[len(rows)-1].Row); err != nil {
				return err
			}
		}
		return tx.InsertImportRows(ctx, c.file.ID, rows)
	})
	if err == nil {
		c.tell(ctx)
	}
	return err
}

// importTold is how often open pages are told how far a comparison is.
const importTold = 300 * time.Millisecond

// tell tells the open pages of whoever uploaded a file how many of its rows are compared.
func (c *comparison) tell(ctx context.Context) {
	if time.Since(c.told) < importTold {
		return
	}
	c.told = time.Now()
	progress := tracker.ImportProgress{ID: c.file.ID, List: c.file.List, Name: c.file.Name, State: "comparing", Done: c.file.Rows, Total: c.total}
	if c.total > 0 { // a cell may have several lines, and empty rows are left out
		progress.Total = max(c.total, c.file.Rows)
	}
	if text, err := json.Marshal(progress); err == nil {
		c.Engine.Publish(ctx, change.NoticeImport, c.file.UserID+" "+string(text))
	}
}

// finish notes that all rows are compared.
func (c *comparison) finish(ctx context.Context) error {
	c.file.IsReady = true
	return c.Engine.Store.Write(ctx, func(tx *store.Tx) error { return tx.UpdateImport(ctx, c.file, c.Engine.Time()) })
}

// compared is a row on its way.
type compared struct {
	*store.ImportRow
	values  map[string]string // JSON by field
	key     string            // by which a new record is known
	refusal *tracker.Error
}

// text is the text of a field; "" if the row has none.
func (r *compared) text(field string) (text string) {
	_ = json.Unmarshal([]byte(r.values[field]), &text) // a text, or nothing
	return text
}

// compare finds out what becomes of some rows.
func (c *comparison) compare(ctx context.Context, rows []store.ImportRow) error {
	work := make([]*compared, len(rows))
	for i := range rows {
		rows[i].Fields, rows[i].Errors, rows[i].ErrorTexts, rows[i].ID, rows[i].Name, rows[i].Input, rows[i].Version = []tracker.FieldChange{}, map[string][]string{}, nil, nil, "", "", 0
		work[i] = &compared{ImportRow: &rows[i], values: map[string]string{}}
		c.parse(work[i])
	}
	open := func() []*compared {
		return slices.DeleteFunc(slices.Clone(work), func(r *compared) bool { return r.refusal != nil })
	}
	if err := c.find(ctx, open()); err != nil {
		return err
	}
	list := open()
	inputs := make([]change.RowKeys, len(list))
	for i, r := range list {
		inputs[i] = change.RowKeys{ID: change.OrEmpty(r.ID), CompanyID: r.text("companyId"), CategoryName: r.text("categoryName")}
	}
	c.Loaded = change.Loaded{}
	if err := bulkKinds[c.of.Name].imports.load(ctx, c.Work, c.of, inputs); err != nil {
		return err
	}
	for _, r := range work {
		if err := c.decide(ctx, r); err != nil {
			return err
		}
	}
	return nil
}

// parse reads the cells of a row.
func (c *comparison) parse(r *compared) {
	if len(r.Cells) != len(c.fields) {
		r.refusal = tracker.RowError("cells", rowCells.With(len(r.Cells), len(c.fields)))
		return
	}
	var broken []tracker.FieldError
	for i, cell := range r.Cells {
		f := c.fields[i]
		if f.Name == "" {
			continue
		}
		value, wrong := f.Parse(cell)
		if wrong != nil {
			broken = append(broken, *wrong)
		}
		r.values[f.Name] = value
	}
	if broken != nil {
		r.refusal = tracker.ImportErrors(broken)
	}
	r.Name = r.text(bulkKinds[c.of.Name].imports.nameField)
}

// decide says what becomes of a row.
func (c *comparison) decide(ctx context.Context, r *compared) error {
	err := error(nil)
	if r.refusal == nil {
		err = c.try(ctx, r)
		if refusal, isRefused := recordRefusal(err); isRefused {
			r.refusal, err = refusal, nil
		}
	}
	if err != nil {
		return err
	}
	if r.refusal != nil {
		r.State, r.Input, r.ErrorTexts = tracker.RowRefused, "", importErrors(r.refusal)
		r.Errors = tracker.Messages(r.ErrorTexts)
		if r.refusal.Kind == tracker.KindNotFound {
			r.ID = nil
		}
	}
	c.file.Rows++
	switch r.State {
	case tracker.RowCreates:
		c.file.Creates++
	case tracker.RowUpdates:
		c.file.Updates++
	case tracker.RowUnchanged:
		c.file.Unchanged++
	case tracker.RowRefused:
		c.file.Refused++
	}
	return nil
}

// Why a row as a whole, or a name in it, is refused.
var (
	rowTaken     = tracker.NewSentence("row.taken", "Row would make a record that was made in the meantime.").With()
	rowFailed    = tracker.NewSentence("row.failed", "Row could not be applied. Please try it again.").With()
	rowCells     = tracker.NewSentence("row.cells", "Row has {cells} cells, and there are {headings} headings.")
	rowTwice     = tracker.NewSentence("row.twice", "Row {row} is about the same record.")
	nameNotFound = tracker.NewSentence("row.notFound", "{label} is not found.")
	notUnique    = tracker.NewSentence("row.notUnique", "{label} is not unique. Say which by the id.")
)

// importErrors are the reasons of a refusal by field.
func importErrors(e *tracker.Error) map[string][]tracker.Text {
	reasons := map[string][]tracker.Text{}
	for _, f := range e.Fields {
		name := tracker.ErrorName(f.Field)
		reasons[name] = append(reasons[name], f.Message)
	}
	if len(reasons) == 0 {
		reasons["Row"] = []tracker.Text{e.Reason}
	}
	return reasons
}

// try decides a row that can be read.
func (c *comparison) try(ctx context.Context, r *compared) error {
	known := r.key
	r.State = tracker.RowCreates
	if r.ID != nil {
		known, r.State = "id "+*r.ID, tracker.RowUpdates
	}
	if first := c.seen[known]; known != "" && first > 0 {
		return tracker.RowError("twice", rowTwice.With(first))
	}
	var isSame bool
	var err error
	if r.ID != nil {
		isSame, err = c.editInput(ctx, r)
	} else {
		r.Input = c.createInput(r)
	}
	if err != nil {
		return err
	}
	if known != "" {
		c.seen[known] = r.Row
	}
	if isSame {
		r.State = tracker.RowUnchanged
		return nil
	}
	m := &change.Mutation{Work: c.Work}
	ch, err := applyRow(ctx, m, c.file.List, *r.ImportRow)
	if err != nil {
		return err
	}
	if ch.ID == "" {
		r.State, r.Input = tracker.RowUnchanged, ""
		return nil
	}
	r.Name = ch.Name
	r.Fields, err = c.differences(ctx, ch)
	return err
}

// differences lists the fields of the list that a change would set.
func (c *comparison) differences(ctx context.Context, ch change.Change) ([]tracker.FieldChange, error) {
	before, err := change.Snapshot(ch.Before)
	if err != nil {
		return nil, err
	}
	after, err := change.Snapshot(ch.After)
	if err != nil {
		return nil, err
	}
	d, err := c.Difference(ctx, store.Change{Entity: ch.Entity, Before: before, After: after})
	list := []tracker.FieldChange{}
	for _, f := range d.Fields {
		if slices.ContainsFunc(c.all, func(i tracker.ImportField) bool { return i.Name == f.Name }) {
			list = append(list, tracker.FieldChange{Name: f.Name, Label: f.Label, Before: f.ShownValue(d.Before), After: f.ShownValue(d.After)})
		}
	}
	return list, err
}

// createInput is what a row sends to make a record.
func (c *comparison) createInput(r *compared) string {
	sent, address, own := map[string]string{}, map[string]string{}, map[string]string{}
	for _, f := range c.all {
		value, isSent := r.values[f.Name]
		if (!isSent || value == jsonNull) && f.Default != "" {
			value, isSent = f.Default, true
		}
		switch {
		case !isSent:
		case f.Own != "":
			own[f.Own] = value
		case !f.IsAddress():
			sent[f.Name] = value
		case value != jsonNull:
			address[f.Name] = value
		}
	}
	if len(address) > 0 {
		sent["address"] = object(address)
	}
	if len(own) > 0 {
		sent["own"] = object(own)
	}
	return object(sent)
}

// editInput is what a row sends to edit its record; isSame says that nothing would change.
func (c *comparison) editInput(ctx context.Context, r *compared) (isSame bool, err error) {
	rec, err := bulkKinds[c.of.Name].imports.record(c, r)
	if err != nil {
		return false, err
	}
	r.Name, r.Version = rec.name, rec.version
	stored, err := change.Snapshot(rec.entity)
	if err != nil {
		return false, err
	}
	snap, err := tracker.ParseSnapshot(stored)
	if err != nil {
		return false, err
	}
	sent, address, own, newAddress := map[string]string{}, map[string]string{}, map[string]string{}, false
	for _, f := range c.all {
		value, isSent := r.values[f.Name]
		before := f.Stored(snap)
		if f.Finds {
			continue
		}
		isNew := isSent && !f.Same(value, before)
		if !isNew {
			value = before
		}
		switch {
		case f.Own != "":
			if isNew {
				own[f.Own] = value
			}
		case !f.IsAddress() && isNew:
			sent[f.Name] = value
		case f.IsAddress() && value != jsonNull:
			address[f.Name] = value
		}
		newAddress = newAddress || f.IsAddress() && isNew
	}
	if newAddress {
		sent["address"] = jsonNull
		if len(address) > 0 {
			sent["address"] = object(address)
		}
	}
	if len(own) > 0 {
		sent["own"] = object(own)
	}
	if len(sent) == 0 {
		return true, nil
	}
	for _, f := range c.all {
		if _, isSent := sent[f.Name]; f.Required && !isSent {
			sent[f.Name] = f.Stored(snap)
		}
	}
	r.Input = object(sent)
	return false, nil
}

const jsonNull = "null"

// object is a JSON object of JSON values.
func object(members map[string]string) string {
	raw := make(map[string]json.RawMessage, len(members))
	for name, value := range members {
		raw[name] = json.RawMessage(value)
	}
	b, err := json.Marshal(raw)
	if err != nil {
		panic(err) // values of our own
	}
	return string(b)
}
