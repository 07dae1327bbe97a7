package tracker

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode"
)

// Limits of an import. One file is one batch.
const (
	MaxImportBody    = 50 << 20
	MaxImportRows    = 100_000
	MaxImportColumns = 200
	MaxImportCell    = 32_767 // of a spreadsheet program
	MaxImportText    = 100 << 20
	MaxImportParts   = 400 << 20 // of an XLSX file, unpacked
	MaxImports       = 3         // that one person has at once
	MaxFileName      = 128
	ImportLife       = 24 * time.Hour
)

// ImportField is a field that a column of a file can set, or by which a record is found.
type ImportField struct {
	Name     string
	Label    string   // the heading of exports and templates
	At       string   // where a record has its value, if not under Name
	Also     []string // other headings
	Required bool     // an edit must have it, so it is sent along from the record
	Default  string   // JSON that a new record gets without a value
	Own      string   // the key of an own field
	Finds    bool     // finds a record, or another one that it belongs to, and is no field that an edit sets

	parse func(f ImportField, cell string) (string, *FieldError)
}

var (
	importID     = ImportField{Name: "id", Finds: true}
	importedItem = []ImportField{importID,
		{Name: "categoryName", Required: true, Also: []string{"category name", "group", "type"}},
		{Name: "name", Required: true, Also: []string{"product", "subscription", "item", "title"}},
		{Name: "details", Also: textSynonyms},
		{Name: "status", Required: true, Default: "0", parse: parseEnum(availabilityKeys), Also: []string{"availability"}}}
	importedNotice = ImportField{Name: "noticeDays", parse: parseWhole, Also: []string{"notice", "notice period"}}
	textSynonyms   = []string{"description", "note", "notes", "comment", "comments", "remark", "remarks"}
	phoneSynonyms  = []string{"phone", "phone number", "telephone", "tel"}
)

func importedCurrency(name string) ImportField { return ImportField{Name: name, Label: "Currency"} }

func importedAddress(of string) (list []ImportField) {
	also := map[string][]string{"provinceState": {"state", "province", "region"}, "city": {"town"}, "street": {"street address"},
		"postalZipCode": {"postal code", "postcode", "zip", "zip code"}}
	for _, f := range addressFields(of) {
		list = append(list, ImportField{Name: f.Name, At: f.At, Also: also[f.Name]})
	}
	return list
}

// imported completes the fields of a list: each has a label, and is a text unless it says otherwise.
func imported(lists ...[]ImportField) []ImportField {
	fields := slices.Concat(lists...)
	for i := range fields {
		fields[i].Label = cmp.Or(fields[i].Label, importLabel(fields[i].Name))
		if fields[i].parse == nil {
			fields[i].parse = parseText
		}
	}
	return fields
}

func importLabel(name string) string {
	if name == "id" {
		return "Id"
	}
	return Label(name)
}

// IsAddress reports whether the field is a part of an address.
func (f ImportField) IsAddress() bool { return f.At != "" }

// headingKey is a heading without case, spaces and punctuation.
func headingKey(heading string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, heading)
}

// GuessColumns guesses which field each column of a file sets, by its heading. A field is set by one column: the one
// with its very name or label, else the first that may mean it.
func GuessColumns(fields []ImportField, headings []string) []ImportColumn {
	columns := make([]ImportColumn, len(headings))
	taken := map[string]bool{}
	for i, heading := range headings {
		columns[i].Header = heading
	}
	guess := func(names func(f ImportField) []string) {
		for i := range columns {
			for _, f := range fields {
				key := headingKey(columns[i].Header)
				if columns[i].Field == nil && !taken[f.Name] && key != "" &&
					slices.ContainsFunc(names(f), func(name string) bool { return headingKey(name) == key }) {
					columns[i].Field, taken[f.Name] = &f.Name, true
				}
			}
		}
	}
	guess(func(f ImportField) []string { return []string{f.Label} })
	guess(func(f ImportField) []string { return []string{LabelIn(German, f.Label)} })
	guess(func(f ImportField) []string { return []string{f.Name} })
	guess(func(f ImportField) []string { return f.Also })
	if !taken["country"] || !taken["provinceState"] {
		leaveAddressAlone(fields, columns)
	}
	return columns
}

// leaveAddressAlone takes the guess of an address back. A town alone is none: it would refuse every row.
func leaveAddressAlone(fields []ImportField, columns []ImportColumn) {
	for _, f := range fields {
		for i := range columns {
			if f.IsAddress() && columns[i].Field != nil && *columns[i].Field == f.Name {
				columns[i].Field = nil
			}
		}
	}
}

// CheckColumns refuses columns that are not those of the file, or set what can't be set.
func CheckColumns(fields []ImportField, headers []ImportColumn, sent []ImportColumn) error {
	if len(sent) != len(headers) {
		return ErrImportColumns
	}
	taken := map[string]bool{}
	for i, column := range sent {
		switch {
		case column.Header != headers[i].Header:
			return ErrImportColumns
		case column.Field == nil:
		case !slices.ContainsFunc(fields, func(f ImportField) bool { return f.Name == *column.Field }):
			return ErrImportField
		case taken[*column.Field]:
			return ErrImportTwice
		default:
			taken[*column.Field] = true
		}
	}
	return nil
}

// Parse reads a cell as the JSON that a form would send. An empty cell is null.
func (f ImportField) Parse(cell string) (string, *FieldError) {
	if cell = trim(cell); cell == "" {
		return jsonNull, nil
	}
	return f.parse(f, cell)
}

// Stored is the value of the field in a record.
func (f ImportField) Stored(record Snapshot) string { return record.value(cmp.Or(f.At, f.Name)) }

// Same reports whether a value is the one of the record, as an export writes it: instants to the second.
func (f ImportField) Same(value, stored string) bool {
	if value == stored {
		return true
	}
	one, err := time.Parse(`"`+time.RFC3339Nano+`"`, value)
	if err != nil {
		return false
	}
	other, err := time.Parse(`"`+time.RFC3339Nano+`"`, stored)
	return err == nil && one.Truncate(time.Second).Equal(other.Truncate(time.Second))
}

// ImportColumn is a column of a file, and the field that it sets.
type ImportColumn struct {
	Header string  `json:"header"`
	Field  *string `json:"field" doc:"Null for a column that is left alone."`
}

// ImportState is what becomes of a row.
type ImportState string

const (
	RowCreates   ImportState = "create"
	RowUpdates   ImportState = "update"
	RowUnchanged ImportState = "unchanged"
	RowRefused   ImportState = "refused"
)

// ImportStates lists the states of rows.
var ImportStates = []ImportState{RowCreates, RowUpdates, RowUnchanged, RowRefused}

// Import is a file that was read and compared. Nothing is changed until it is applied.
type Import struct {
	ID        string         `json:"id"`
	List      string         `json:"list"`
	Name      string         `json:"name" doc:"Of the file, if it was sent."`
	Columns   []ImportColumn `json:"columns"`
	Rows      int            `json:"rows"`
	Creates   int            `json:"creates"`
	Updates   int            `json:"updates"`
	Unchanged int            `json:"unchanged"`
	Refused   int            `json:"refused"`
	Version   int            `json:"version"`
	BulkID    *string        `json:"bulkId" doc:"The bulk action that applies it, once it was started." format:"-"`
}

// ImportProgress says how many rows of a file are compared. It is sent to open pages, while the call that uploads the file
// waits for its answer.
type ImportProgress struct {
	ID    string `json:"id"`
	List  string `json:"list"`
	Name  string `json:"name"`
	State string `json:"state"` // comparing
	Done  int    `json:"done"`
	Total int    `json:"total"` // 0 if the file does not tell
}

// ImportRow is a row of a file, and what would become of it.
type ImportRow struct {
	Row        int                 `json:"row" doc:"Its number in the file, as a spreadsheet program counts."`
	State      ImportState         `json:"state" doc:"create, update, unchanged or refused."`
	ID         *string             `json:"id" doc:"Of the record that it changes; of a user the e-mail address." format:"-"`
	Name       string              `json:"name"`
	Cells      []string            `json:"cells" doc:"In the order of the columns."`
	Fields     []FieldChange       `json:"fields" doc:"What would differ."`
	Errors     map[string][]string `json:"errors" doc:"Why it is refused: messages by field, in PascalCase. Row has those about the row as a whole."`
	ErrorTexts map[string][]Text   `json:"errorTexts,omitempty" doc:"The keys and values of the messages, in the same order."`
}

// ImportColumnsInput corrects which fields the columns set.
type ImportColumnsInput struct {
	ID      string              `json:"id" rule:"id,required"`
	Version Opt[int]            `json:"version"`
	Columns Opt[[]ImportColumn] `json:"columns" rule:"any,required" doc:"All columns of the file, in their order."`
}

// ImportRef names an import.
type ImportRef struct {
	ID      string   `json:"id" rule:"id,required"`
	Version Opt[int] `json:"version"`
}

// RowError is a refusal of a row as a whole.
func RowError(code string, message Text) *Error { return broken("row", code, message) }

// ImportError is a refusal of one field of a row.
func ImportError(field, code string, message Sentence) *Error {
	return broken(field, code, message.With(strings.TrimSuffix(importLabel(field), " Name")))
}

// ImportErrors is a refusal of several fields of a row.
func ImportErrors(broken []FieldError) *Error { return invalid(broken) }

// Imported decodes the JSON of a row into an input, and names the first field whose value is of another type.
func Imported(raw string, into any) error {
	err := json.Unmarshal([]byte(raw), into)
	var members map[string]json.RawMessage
	if err == nil || json.Unmarshal([]byte(raw), &members) != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		alone, failed := json.Marshal(map[string]json.RawMessage{name: members[name]})
		if failed != nil || json.Unmarshal(alone, into) != nil {
			return WrongType(name)
		}
	}
	return err
}
