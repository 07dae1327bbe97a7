package httpapi

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"net/http"
	"reflect"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"btracker/internal/tracker"
)

// array is a page whose pagination is in a header only.
type array[T any] tracker.Page[T]

func (a array[T]) write(s *server, w http.ResponseWriter, r *http.Request) {
	s.writePage(w, r, a.Pagination, a.Data)
}

func (a array[T]) body() reflect.Type { return reflect.TypeFor[[]T]() }

// created is an entity that is new, or that existed already.
type created[T any] struct {
	entity T
	isNew  bool
}

func (c created[T]) write(s *server, w http.ResponseWriter, r *http.Request) {
	status := http.StatusOK
	if c.isNew {
		status = http.StatusCreated
	}
	s.writeJSON(w, r, status, "application/json", c.entity)
}

func (c created[T]) body() reflect.Type { return reflect.TypeFor[T]() }

// csvFile streams rows; each calls its argument once per row until it fails.
type csvFile struct {
	name   string
	header []string
	each   func(row func(...string) error) error
}

func (f csvFile) body() reflect.Type { return nil } // not JSON

func (f csvFile) write(s *server, w http.ResponseWriter, r *http.Request) {
	out := csv.NewWriter(bufio.NewWriterSize(unhurried{w}, exportBuffer))
	rows := 0
	row := func(cells ...string) error {
		for i := range cells {
			cells[i] = neutralise(cells[i])
		}
		rows++
		return out.Write(cells)
	}
	begin := func() error {
		w.Header().Set("Content-Type", "text/csv; charset=utf-8")
		w.Header().Set("Content-Disposition", `attachment; filename="`+f.name+`.csv"`)
		return row(f.header...)
	}
	err := f.each(func(cells ...string) error {
		if rows == 0 {
			if err := begin(); err != nil {
				return err
			}
		}
		return row(cells...)
	})
	if err != nil && rows == 0 {
		s.problem(w, r, err)
		return
	}
	if err == nil && rows == 0 {
		err = begin()
	}
	if out.Flush(); err == nil {
		err = out.Error()
	}
	if err != nil {
		// The status is out already: a torn connection is the only honest sign
		// that the file is not whole.
		s.config.Log.WarnContext(r.Context(), "export broke off", "error", err)
		panic(http.ErrAbortHandler)
	}
}

const (
	exportBuffer   = 32 << 10
	exportPatience = time.Minute
)

// unhurried gives a client time for each part instead of for the whole: a slow
// line gets a long file, and a client that stops reading is cut off.
type unhurried struct{ http.ResponseWriter }

func (w unhurried) Write(b []byte) (int, error) {
	// Not every ResponseWriter has deadlines (tests); the server's own do.
	_ = http.NewResponseController(w.ResponseWriter).SetWriteDeadline(time.Now().Add(exportPatience))
	return w.ResponseWriter.Write(b)
}

// formulaStarts are what a spreadsheet takes for the beginning of a formula, the wide forms in some languages.
const formulaStarts = "=+-@\t\r\n＝＋－＠"

// plainPhone is a phone number that no spreadsheet can calculate with: groups of
// digits are a number or a text. A minus sign between them would be a subtraction.
var plainPhone = regexp.MustCompile(`^\+[0-9]+(?: [0-9]+)*$`)

// neutralise keeps a spreadsheet from running a cell as a formula.
func neutralise(cell string) string {
	if plainPhone.MatchString(cell) {
		return cell
	}
	if first, size := utf8.DecodeRuneInString(cell); size > 0 && strings.ContainsRune(formulaStarts, first) {
		return "'" + cell
	}
	return cell
}

func orEmpty(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// notificationPage has its pagination in the body too.
type notificationPage struct {
	tracker.Page[tracker.Notification]
}

func (p notificationPage) write(s *server, w http.ResponseWriter, r *http.Request) {
	s.writePage(w, r, p.Pagination, p.Page)
}

func (p notificationPage) body() reflect.Type { return reflect.TypeFor[notificationPage]() }

func (s *server) writePage(w http.ResponseWriter, r *http.Request, p tracker.Pagination, body any) {
	header, err := json.Marshal(p)
	if err != nil {
		s.problem(w, r, err)
		return
	}
	w.Header().Set("Pagination", string(header))
	s.writeJSON(w, r, http.StatusOK, "application/json", body)
}
