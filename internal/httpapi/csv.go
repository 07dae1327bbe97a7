package httpapi

import (
	"bufio"
	"context"
	"encoding/csv"
	"net/http"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"btracker/internal/contract"
	"btracker/internal/tracker"
)

// export declares an operation that answers the rows of all pages of a list as a CSV file.
// The first line of op.File has the headings.
func export[T any](s *server, op contract.Operation, name string, each func(ctx context.Context, c call, use func(T) error) error, cells func(T) []string) {
	headings, _, _ := strings.Cut(op.File, "\n")
	handle(s, op, func(_ context.Context, c call, _ none) (csvFile, error) {
		return csvFile{name: name, headings: strings.Split(headings, ","), each: func(use func(cells []string) error) error {
			// Not the context of the handler: that ends before the file is written.
			return each(c.r.Context(), c, func(row T) error { return use(cells(row)) })
		}}, nil
	})
}

type csvFile struct {
	name     string
	headings []string
	each     func(use func(cells []string) error) error
}

func (f csvFile) body() reflect.Type { return nil } // not JSON

func (f csvFile) write(s *server, w http.ResponseWriter, r *http.Request) {
	out := csv.NewWriter(bufio.NewWriterSize(deadlineForEachWrite{w}, exportBuffer))
	begun := false
	begin := func() error {
		begun = true
		w.Header().Set("Content-Type", "text/csv; charset=utf-8")
		w.Header().Set("Content-Disposition", `attachment; filename="`+f.name+`.csv"`)
		return out.Write(f.headings)
	}
	err := f.each(func(cells []string) error {
		if !begun {
			if err := begin(); err != nil {
				return err
			}
		}
		for i := range cells {
			cells[i] = neutralise(cells[i])
		}
		return out.Write(cells)
	})
	if err != nil && !begun {
		s.problem(w, r, err)
		return
	}
	if err == nil && !begun {
		err = begin()
	}
	if out.Flush(); err == nil {
		err = out.Error()
	}
	if err != nil {
		// The status is sent already. Only a broken connection tells the client that the
		// file is not complete.
		s.config.Log.WarnContext(r.Context(), "export broke off", "error", err)
		panic(http.ErrAbortHandler)
	}
}

const (
	exportBuffer   = 32 << 10
	exportPatience = time.Minute
)

// deadlineForEachWrite lets a slow client take a long file, and cuts off a client that stops
// reading.
type deadlineForEachWrite struct{ http.ResponseWriter }

func (w deadlineForEachWrite) Write(b []byte) (int, error) {
	// In tests some ResponseWriters have no deadlines.
	_ = http.NewResponseController(w.ResponseWriter).SetWriteDeadline(time.Now().Add(exportPatience))
	return w.ResponseWriter.Write(b)
}

// formulaStarts are the characters that begin a formula in a spreadsheet, in some languages the wide forms.
const formulaStarts = "=+-@\t\r\n＝＋－＠"

// plainPhone is a phone number that no spreadsheet calculates with: groups of digits are a
// number or a text, but a minus sign between them would be a subtraction.
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

func csvTime(t *time.Time) string {
	if t == nil {
		return ""
	}
	return t.Format(time.RFC3339)
}

func csvMoney(m *tracker.Money) string {
	if m == nil {
		return ""
	}
	return m.String()
}

func csvNumber[N int | int64](n *N) string {
	if n == nil {
		return ""
	}
	return strconv.FormatInt(int64(*n), 10)
}
