package prove

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"btracker/internal/child"
	"btracker/internal/demo"
	"btracker/internal/testkit"
)

// unread sends requests of the server's user, and reads no answer until the test ends.
func (s *server) unread(t *testing.T, requests int, path func(i int) string) {
	for i := range requests {
		conn, err := net.Dial("tcp", strings.TrimPrefix(s.Base, "http://"))
		ok(t, err)
		t.Cleanup(func() { conn.Close() })
		_, err = fmt.Fprintf(conn, "GET /api/v1%s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n\r\n", path(i), s.Token)
		ok(t, err)
	}
}

// Beside 200 exports that one user does not read, and 30 deep pages with three sorts, the server's memory stays below
// 300 MiB, and 95 of 100 gets of another user are answered within 50 ms.
func TestUnreadExports(t *testing.T) {
	begin(t)
	target := onSQLite(t)
	target.Run(t, "demo", "--scale", strconv.Itoa(shortOrFull(300, 20_000)))
	s := serve(t, target)
	token, err := s.SignIn(t.Context(), "owner@example.com", demo.Password)
	ok(t, err)
	other := s.As(token)
	var companies []struct{ ID string }
	ok(t, other.Get(t.Context(), "/api/v1/company?PageSize=1", &companies))
	exports, pages := shortOrFull(20, 200), shortOrFull(5, 30)
	formats := []string{"", "?Format=xlsx", "?SortBy=monthlyPrice,margin,name", "?SortBy=createdAt,monthlyPrice,name&Format=xlsx"}
	s.unread(t, exports, func(i int) string { return "/company/export" + formats[i%len(formats)] })
	s.unread(t, pages, func(int) string { return "/company?PageSize=200&PageNumber=99&SortBy=monthlyPrice,margin,name" })
	gets := testkit.Load{Clients: 1, Requests: int64(shortOrFull(50, 1000))}.Send(t.Context(), func(ctx context.Context, _ int64) error {
		return other.Get(ctx, "/api/v1/company/"+companies[0].ID, nil)
	})
	ok(t, gets.Failure)
	p95, peak := gets.Times.Percentile(95), child.PeakMiB(s.PID())
	t.Logf("%d unread exports and %d deep pages of one user: the server held %.0f MiB at most, 95 of 100 gets of another user were answered within %.1f ms",
		exports, pages, peak, testkit.Ms(p95))
	atMost(t, "gets of another user", p95, 50*time.Millisecond)
	if peak > 300 {
		t.Errorf("%.0f MiB at most", peak)
	}
}

// Spreadsheets of some hundred KiB that unpack to hundreds of MiB are refused, with less than 200 MiB of memory. Whoever
// sends a table of 50 MB, again and again, needs no more.
func TestHostileSpreadsheets(t *testing.T) {
	begin(t)
	s := serve(t, onSQLite(t))
	upload := func(name string, file []byte, want int) {
		before := child.CPU(s.PID())
		answer, err := s.Send(t.Context(), http.MethodPost, "/api/v1/import?List=company&Name="+name, file)
		ok(t, err)
		peak := child.PeakMiB(s.PID())
		t.Logf("%s, %d KiB: status %d, %.1f s of processor time, %.0f MiB at most", name, len(file)>>10, answer.Status, (child.CPU(s.PID()) - before).Seconds(), peak)
		if answer.Status != want || peak > 200 {
			t.Errorf("%s: status %d, %.0f MiB: %.200s", name, answer.Status, peak, answer.Body)
		}
	}
	times := shortOrFull(7, 60) << 20
	upload("rows", spreadsheet(t, strings.Repeat("<row/>", times), ""), http.StatusBadRequest)
	upload("texts", spreadsheet(t, "<row/>", strings.Repeat("<si/>", times)), http.StatusBadRequest)
	upload("references", spreadsheet(t, strings.Repeat(`<row><c t="s"><v>0</v></c></row>`, 10_000), "<si><t>"+strings.Repeat("x", 32_000)+"</t></si>"), http.StatusBadRequest)
	var table bytes.Buffer
	table.WriteString("Name,Details,Other\n")
	rows := shortOrFull(1000, 100_000)
	for i := range rows {
		fmt.Fprintf(&table, "Hostile neighbour %d,%s,%s\n", i, strings.Repeat("d", 200), strings.Repeat("o", 250))
	}
	upload("honest", table.Bytes(), http.StatusCreated)
	upload("again", table.Bytes(), http.StatusCreated)
}

// spreadsheet is an XLSX file with these rows and shared texts.
func spreadsheet(t *testing.T, rows, texts string) []byte {
	var file bytes.Buffer
	z := zip.NewWriter(&file)
	for name, text := range map[string]string{
		"xl/workbook.xml":            `<workbook><sheets><sheet name="S" id="r1"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="r1" Target="worksheets/s.xml"/></Relationships>`,
		"xl/worksheets/s.xml":        `<worksheet>` + rows + `</worksheet>`,
		"xl/sharedStrings.xml":       `<sst>` + texts + `</sst>`,
	} {
		part, err := z.Create(name)
		ok(t, err)
		_, err = part.Write([]byte(text))
		ok(t, err)
	}
	ok(t, z.Close())
	return file.Bytes()
}
