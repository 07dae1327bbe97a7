package httpapi

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"btracker/internal/contract"
	"btracker/internal/tracker"
)

func (s *server) importOperations() {
	const tag = "Import"
	whoever := contract.Who{Line: "whoever uploaded it. For everyone else it does not exist."}
	everyone := contract.Who{Line: "everyone who is signed in; products, subscriptions and users are imported by administrators. Each row is decided with the caller's rights."}
	list := contract.Text("List", "One of "+strings.Join(tracker.ImportLists, ", ")+".")
	handle(s, contract.Operation{ID: "uploadImport", Method: http.MethodPost, Path: "/import", Tag: tag, Summary: "Read a CSV or XLSX file and compare it",
		Who: everyone, Keys: contract.WideKeys, Upload: true, Slow: true, Throttled: true, Status: http.StatusCreated,
		Params: []contract.Param{list, contract.Text("Name", "The name of the file, for the history.")},
		Details: fmt.Sprintf("The body is the file itself, of at most %s and %d rows: "+
			"CSV with commas, semicolons or tabs, in UTF-8, UTF-16 or Windows-1252, or the first sheet of an XLSX file. "+
			"Its first row has the headings, from which the fields are guessed. Nothing is changed yet. "+
			"A record is found by its id, else by e-mail address (users), name (companies), company and name (projects), or category and name (products and subscriptions); "+
			"a row that two records fit is refused, and a row that none fits makes one. "+
			"A column that is not there leaves its field alone, an empty cell clears it. The file is kept for a day; of each person the last %d that were not applied.",
			tracker.ByteSize(tracker.MaxImportBody), tracker.MaxImportRows, tracker.MaxImports)},
		func(ctx context.Context, c call, _ none) (tracker.Import, error) {
			list, err := importList(c)
			if err != nil {
				return tracker.Import{}, err
			}
			name, err := fileName(c.params.Get("Name"))
			if err != nil {
				return tracker.Import{}, err
			}
			return s.app.Import(ctx, c.Caller, list, name, c.body)
		})
	handle(s, contract.Operation{ID: "getImport", Method: http.MethodGet, Path: "/import/{id}", Tag: tag, Summary: "Read what an import would do", Who: whoever,
		Keys:    contract.WideKeys,
		Details: "The figures are those of the comparison; rows that were refused when the file was applied count as refused."},
		func(ctx context.Context, c call, _ none) (tracker.Import, error) {
			return s.app.ImportState(ctx, c.Caller, c.path("id"))
		})
	handle(s, contract.Operation{ID: "setImportColumns", Method: http.MethodPut, Path: "/import/columns", Tag: tag, Summary: "Correct which fields the columns set",
		Who: whoever, Keys: contract.WideKeys, Missing: true, Slow: true, Refusals: []*tracker.Error{tracker.ErrImportApplied}, Details: "All rows are compared anew."},
		passBody(s.app.SetImportColumns))
	handle(s, contract.Operation{ID: "listImportRows", Method: http.MethodGet, Path: "/import/{id}/rows", Tag: tag,
		Summary: "List rows with what would change, and why they are refused",
		Who:     whoever, Keys: contract.WideKeys, List: &contract.List{}, Details: "In the order of the file.",
		Params: []contract.Param{contract.Text("State", "create, update, unchanged or refused; all rows without it.")}},
		func(ctx context.Context, c call, _ none) (array[tracker.ImportRow], error) {
			state, err := parseOption(c.params, "State", tracker.ImportStates, "")
			if err != nil {
				return array[tracker.ImportRow]{}, err
			}
			page, err := s.app.ImportRows(ctx, c.Caller, c.path("id"), state, c.List)
			return array[tracker.ImportRow](page), err
		})
	handle(s, contract.Operation{ID: "exportRefusedRows", Method: http.MethodGet, Path: "/import/{id}/refused", Tag: tag, Summary: "Get the refused rows as CSV, with the reasons",
		Who: whoever, Keys: contract.WideKeys, File: "Id,Name,Reasons\n," + "Northwind Traders,Name is not unique. Say which by the id.\n",
		Details: "It can be corrected and uploaded again: the column of reasons sets no field."},
		func(ctx context.Context, c call, _ none) (file, error) {
			id := c.path("id")
			of, err := s.app.ImportState(ctx, c.Caller, id)
			headings := make([]string, len(of.Columns), len(of.Columns)+1)
			for i, column := range of.Columns {
				headings[i] = column.Header
			}
			headings = append(headings, tracker.LabelIn(c.FileLanguage(), "Reasons"))
			return file{name: "refused", format: "csv", headings: headings, isNumber: make([]bool, len(headings)), each: func(use func(cells []string) error) error {
				return s.app.EachRefusedRow(c.r.Context(), c.Caller, id, func(row tracker.ImportRow) error {
					cells := append(slices.Clone(row.Cells), make([]string, max(0, len(headings)-1-len(row.Cells)))...)[:len(headings)-1]
					return use(append(cells, reasons(row, c.FileLanguage())))
				})
			}}, err
		})
	handle(s, contract.Operation{ID: "getImportTemplate", Method: http.MethodGet, Path: "/import/template", Tag: tag, Summary: "Get an empty file with the headings of a list",
		Who: contract.SignedIn, Keys: contract.WideKeys, Params: []contract.Param{list}, File: "Id,Name,Details\n",
		Details: "The columns that an import of the list can set."},
		func(ctx context.Context, c call, _ none) (file, error) {
			list, err := importList(c)
			if err != nil {
				return file{}, err
			}
			format, err := parseOption(c.params, "Format", tracker.ExportFormats, tracker.ExportFormats[0])
			if err != nil {
				return file{}, err
			}
			headings, err := s.app.ImportHeadings(ctx, c.Caller, list)
			return file{name: list, format: format, headings: headings, each: func(func([]string) error) error { return nil }}, err
		})
	handle(s, contract.Operation{ID: "applyImport", Method: http.MethodPut, Path: "/import/apply", Tag: tag, Summary: "Apply a file", Status: http.StatusAccepted,
		Who: whoever, Keys: contract.WideKeys, Missing: true, Slow: true, Refusals: []*tracker.Error{tracker.ErrNothingToImport, tracker.ErrTooManyBulks},
		Details: "A bulk action goes through the rows, with the caller's rights at that moment, and changes none twice. " +
			"All changes share one batchId, by which they are taken back. A record that somebody changed since the comparison is refused. A second call answers the same action."},
		passBody(s.app.ApplyImport))
	handle(s, contract.Operation{ID: "dropImport", Method: http.MethodDelete, Path: "/import", Tag: tag, Summary: "Drop a file",
		Who: whoever, Keys: contract.WideKeys, Refusals: []*tracker.Error{tracker.ErrImportRunning}, Details: "What it changed stays. An unknown one is gone already."},
		func(ctx context.Context, c call, in idInput) (none, error) {
			return none{}, s.app.DropImport(ctx, c.Caller, in.ID)
		})
}

// importList reads which list an import is for.
func importList(c call) (string, error) {
	list, err := parseOption(c.params, "List", tracker.ImportLists, "")
	if err == nil && list == "" {
		err = tracker.BadQuery("List", tracker.NotAnOption)
	}
	return list, err
}

// fileName checks the name of a file, which the history shows.
func fileName(name string) (string, error) {
	switch name = strings.TrimSpace(name); {
	case !utf8.ValidString(name):
		return "", tracker.BadQuery("Name", tracker.NotUTF8)
	case strings.ContainsFunc(name, unicode.IsControl):
		return "", tracker.BadQuery("Name", tracker.NotPlain)
	}
	if runes := []rune(name); len(runes) > tracker.MaxFileName {
		name = string(runes[:tracker.MaxFileName])
	}
	return name, nil
}

// reasons are the messages of a row in one cell. Rows of earlier versions have them in English.
func reasons(row tracker.ImportRow, language string) string {
	var all []string
	for _, field := range slices.Sorted(maps.Keys(row.Errors)) {
		for i, message := range row.Errors[field] {
			if texts := row.ErrorTexts[field]; i < len(texts) {
				message = texts[i].In(language)
			}
			all = append(all, message)
		}
	}
	return strings.Join(all, " ")
}
