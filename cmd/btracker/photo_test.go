package main_test

import (
	"bytes"
	"compress/zlib"
	endian "encoding/binary"
	"encoding/json"
	"hash/crc32"
	"net/http"
	"sync"
	"testing"

	"btracker/internal/child"
	"btracker/internal/demo"
)

// hugePNG is a picture of 25 megapixels with 16 bits a channel. It is 200 MB in memory and a few
// hundred KB here.
func hugePNG() []byte {
	const side = 5000
	chunk := func(name string, body []byte) []byte {
		c := append(endian.BigEndian.AppendUint32(nil, uint32(len(body))), name...)
		c = append(c, body...)
		return endian.BigEndian.AppendUint32(c, crc32.ChecksumIEEE(c[4:]))
	}
	header := endian.BigEndian.AppendUint32(endian.BigEndian.AppendUint32(nil, side), side)
	header = append(header, 16, 6, 0, 0, 0)
	var data bytes.Buffer
	w, _ := zlib.NewWriterLevel(&data, zlib.BestSpeed) // the race detector makes 200 MB long
	row := make([]byte, 1+side*8)
	for y := range side {
		row[1+y] = byte(y)
		_, _ = w.Write(row)
	}
	_ = w.Close()
	return append(append(append([]byte("\x89PNG\r\n\x1a\n"), chunk("IHDR", header)...), chunk("IDAT", data.Bytes())...), chunk("IEND", nil)...)
}

// Photos never take the memory that the shipped manifests allow, whoever sends them.
func TestPhotosFitIntoMemory(t *testing.T) {
	t.Parallel()
	const (
		uploads = 4
		mostMiB = 300
		oneMiB  = 190 // one decoded picture
	)
	picture := hugePNG()
	s := serving(t, nil, "--data", demoData(t))
	atOnce := func(path, token string, want int) (peak float64) {
		var all sync.WaitGroup
		for range uploads {
			all.Go(func() {
				// A machine that has a lot else to do may not come to all of them in time.
				if status, body := s.do(http.MethodPut, path, token, picture); status != want && status != http.StatusGatewayTimeout {
					t.Errorf("%s: %d %s", path, status, body)
				}
			})
		}
		all.Wait()
		return child.PeakMiB(s.PID())
	}
	admin, guest := s.demoToken(), s.signIn("guest@example.com", demo.Password)
	var companies []struct{ ID string }
	if status, body := s.get("/api/v1/company?PageSize=1", guest); status != 200 || json.Unmarshal([]byte(body), &companies) != nil || len(companies) != 1 {
		t.Fatalf("the guest sees %d %s", status, body)
	}
	path := "/api/v1/company/" + companies[0].ID + "/photo"
	if peak := atOnce(path, guest, http.StatusForbidden); peak == 0 || peak > oneMiB {
		t.Errorf("uploads that are refused take %.0f MiB", peak)
	}
	if peak := atOnce(path, admin, http.StatusOK); peak > mostMiB {
		t.Errorf("uploads take %.0f MiB", peak)
	}
	t.Logf("the most memory was %.0f MiB", child.PeakMiB(s.PID()))
}
