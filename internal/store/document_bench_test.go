package store

import (
	"fmt"
	"testing"
	"time"
)

// BenchmarkDocumentPiece stores and reads a file of 25 MiB in pieces of some sizes (tracker.DocumentPiece), and shows for how long
// the longest write of a piece holds the writer.
func BenchmarkDocumentPiece(b *testing.B) {
	benchBoth(b, func(b *testing.B, s *Store) {
		for _, kib := range []int{64, 256, 1024, 4096} {
			piece := make([]byte, kib<<10)
			pieces := 25 << 10 / kib
			var last string
			b.Run(fmt.Sprintf("write/%dKiB", kib), func(b *testing.B) {
				longest := time.Duration(0)
				measure(b, func(int) {
					last = newID()
					for n := range pieces {
						began := time.Now()
						must(b, s.WriteIn(b.Context(), last, func(tx *Tx) error { return tx.AddPiece(b.Context(), last, n, piece, "text/plain", began) }))
						longest = max(longest, time.Since(began))
					}
				})
				b.ReportMetric(float64(longest.Microseconds())/1000, "longest-ms")
			})
			b.Run(fmt.Sprintf("read/%dKiB", kib), func(b *testing.B) {
				measure(b, func(int) {
					for n := range pieces {
						_, err := s.ContentPiece(b.Context(), last, n)
						must(b, err)
					}
				})
			})
		}
	})
}
