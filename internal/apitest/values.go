package apitest

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"testing"

	"github.com/xuri/excelize/v2"
)

type Object = map[string]any

func Merged(objects ...Object) Object {
	all := Object{}
	for _, o := range objects {
		for k, v := range o {
			all[k] = v
		}
	}
	return all
}

func List(value any) []any {
	l, _ := value.([]any)
	return l
}

// EachObject visits every object within a value.
func EachObject(value any, visit func(Object)) {
	switch v := value.(type) {
	case Object:
		visit(v)
		for _, member := range v {
			EachObject(member, visit)
		}
	case []any:
		for _, element := range v {
			EachObject(element, visit)
		}
	}
}

func Picture(t *testing.T, width int) []byte {
	t.Helper()
	m := image.NewRGBA(image.Rect(0, 0, width, 8))
	for i := range width {
		m.Set(i, i%8, color.RGBA{200, uint8(i), 40, 255})
	}
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// SpreadsheetRows opens an XLSX file by another program's reader, and returns the rows of all sheets.
func SpreadsheetRows(t *testing.T, file []byte) (rows [][]string) {
	t.Helper()
	book, err := excelize.OpenReader(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	for _, sheet := range book.GetSheetList() {
		list, err := book.GetRows(sheet, excelize.Options{RawCellValue: true})
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, list...)
	}
	return rows
}

func ExpectSame(t *testing.T, what string, want, got map[string]string) {
	t.Helper()
	for key := range want {
		if want[key] != got[key] {
			t.Errorf("%s: %s\n is %s\nwas %s", what, key, got[key], want[key])
		}
	}
	for key := range got {
		if _, ok := want[key]; !ok {
			t.Errorf("%s: %s is new: %s", what, key, got[key])
		}
	}
}
