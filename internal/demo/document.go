package demo

import (
	"bytes"
	"context"
	"fmt"

	"btracker/internal/change"
	"btracker/internal/tracker"
)

// addDocuments adds files to the customer of the notes: an agreement, and an order that not everybody may see.
func (w *work) addDocuments(ctx context.Context, c change.Caller) error {
	company, err := w.notedCompany(ctx, c)
	if err != nil || company == nil {
		return err
	}
	for _, file := range []struct {
		name           string
		content        []byte
		isConfidential bool
	}{
		{"Framework agreement.pdf", onePage("Framework agreement", "Between Riverside Hotels and us, for two years."), false},
		{"Supplier order 118.txt", []byte("Order 118\n12 desks at cost, delivery in March.\n"), true},
	} {
		upload, err := w.app.BeginUpload(ctx, c, tracker.NewDocument{Entity: tracker.EntityCompany, EntityID: company.ID, Name: file.name,
			IsConfidential: file.isConfidential, Size: int64(len(file.content))})
		if err == nil {
			err = upload.Add(ctx, file.content)
		}
		if err == nil {
			_, err = upload.Finish(ctx)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// onePage is a PDF with a heading and a line.
func onePage(heading, line string) []byte {
	text := fmt.Sprintf("BT /F 24 Tf 72 740 Td (%s) Tj /F 12 Tf 0 -36 Td (%s) Tj ET", heading, line)
	var pdf bytes.Buffer
	pdf.WriteString("%PDF-1.4\n")
	var places []int
	for i, object := range []string{
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>",
		fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(text), text),
	} {
		places = append(places, pdf.Len())
		fmt.Fprintf(&pdf, "%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	table := pdf.Len()
	fmt.Fprintf(&pdf, "xref\n0 %d\n0000000000 65535 f \n", len(places)+1)
	for _, place := range places {
		fmt.Fprintf(&pdf, "%010d 00000 n \n", place)
	}
	fmt.Fprintf(&pdf, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(places)+1, table)
	return pdf.Bytes()
}
