package prove

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"sync"
	"testing"
	"time"

	"btracker/internal/child"
	"btracker/internal/demo"
	"btracker/internal/pgtest"
	"btracker/internal/testkit"
	"btracker/internal/tools/program"
)

const wholeFiles = "SELECT count(*) FROM content WHERE is_whole"

// While ten people upload ten files of 25 MB each at once, the server's memory stays below 300 MiB, and 95 of 100 gets of another user are answered
// within 50 ms.
func TestParallelUploadsSQLite(t *testing.T) {
	begin(t)
	uploadInParallel(t, onSQLite(t))
}

func TestParallelUploadsPostgres(t *testing.T) {
	begin(t)
	uploadInParallel(t, onPostgres(t, pgtest.NewDatabase(t)))
}

func uploadInParallel(t *testing.T, target program.Target) {
	s := serve(t, target)
	token, err := s.SignIn(t.Context(), "owner@example.com", demo.Password)
	ok(t, err)
	other := s.As(token)
	company := anyCompany(t, other)
	e := open(t, target)
	before := e.number(wholeFiles)
	people, each, size := shortOrFull(2, 10), shortOrFull(5, 10), int64(shortOrFull(1, 25))<<20
	var uploads sync.WaitGroup
	began := time.Now()
	for person := range people {
		email := fmt.Sprintf("uploads%d@example.com", person)
		ok(t, s.Call(t.Context(), http.MethodPost, "/api/v1/UserManagement/admin", map[string]any{"email": email, "displayName": email, "gender": 0, "password": demo.Password}, nil))
		token, err := s.SignIn(t.Context(), email, demo.Password)
		ok(t, err)
		for range each {
			uploads.Go(func() {
				status, err := upload(t.Context(), s.As(token).OneConnectionEach(nil), company, io.LimitReader(noise(), size), size)
				if err != nil || status != http.StatusCreated {
					t.Errorf("upload: %d %v", status, err)
				}
			})
		}
	}
	done, stop := context.WithCancel(t.Context())
	go func() {
		uploads.Wait()
		stop()
	}()
	var gets testkit.Times
	for done.Err() == nil {
		start := time.Now()
		ok(t, other.Get(t.Context(), "/api/v1/company/"+company, nil))
		gets = append(gets, time.Since(start))
		select {
		case <-done.Done():
		case <-time.After(20 * time.Millisecond):
		}
	}
	took, p95, peak := time.Since(began), gets.Percentile(95), child.PeakMiB(s.PID())
	t.Logf("%d uploads of %d MiB by %d people in %.0f s: the server held %.0f MiB at most, 95 of 100 gets of another user (%d) were answered within %.1f ms",
		people*each, size>>20, people, took.Seconds(), peak, len(gets), testkit.Ms(p95))
	atMost(t, "gets of another user", p95, 50*time.Millisecond)
	if peak > 300 {
		t.Errorf("%.0f MiB at most", peak)
	}
	if n := e.number(wholeFiles) - before; n != people*each {
		t.Errorf("%d files are whole, want %d", n, people*each)
	}
}

// A server that is killed in the middle of an upload has no document of it, and what was whole before is whole.
func TestKillUploads(t *testing.T) {
	begin(t)
	target := onSQLite(t)
	s := serve(t, target)
	company := anyCompany(t, s.Client)
	e := open(t, target)
	others := e.number(wholeFiles)
	const size = 2 << 20
	status, err := upload(t.Context(), s.Client, company, io.LimitReader(noise(), size), size)
	if err != nil || status != http.StatusCreated {
		t.Fatal(status, err)
	}
	before := e.number("SELECT count(*) FROM content_piece")
	for range shortOrFull(2, 20) {
		body, writer := io.Pipe()
		ended := make(chan error)
		go func() {
			_, err := upload(t.Context(), s.Client, company, body, size)
			ended <- err
		}()
		_, err := io.CopyN(writer, noise(), size*3/4)
		ok(t, err)
		for e.number("SELECT count(*) FROM content_piece") == before {
			time.Sleep(time.Millisecond)
		}
		s.Kill()
		_ = writer.CloseWithError(io.ErrUnexpectedEOF) // whoever sends waits for the rest, and not for the server alone
		if <-ended == nil {
			t.Error("the upload was answered")
		}
		s.restart(t)
		before = e.number("SELECT count(*) FROM content_piece")
	}
	var listed []struct{ ID string }
	ok(t, s.Get(t.Context(), "/api/v1/document?Entity=company&EntityId="+company, &listed))
	if whole := e.number(wholeFiles) - others; len(listed) != 1 || whole != 1 {
		t.Errorf("%d documents and %d whole files, want the one that was finished", len(listed), whole)
	}
	e.checkIntegrity()
}

func anyCompany(t *testing.T, seenBy program.Client) string {
	t.Helper()
	var companies []struct{ ID string }
	ok(t, seenBy.Get(t.Context(), "/api/v1/company?PageSize=1", &companies))
	return companies[0].ID
}

// upload streams a file.
func upload(ctx context.Context, c program.Client, company string, file io.Reader, size int64) (status int, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.Base+"/api/v1/document?Entity=company&Name=noise.bin&EntityId="+company, file)
	if err != nil {
		return 0, err
	}
	request.ContentLength = size
	request.Header.Set("Authorization", "Bearer "+c.Token)
	response, err := c.HTTP.Do(request)
	if err != nil {
		return 0, err
	}
	return response.StatusCode, response.Body.Close()
}

// noise is a file that no other has the content of, without an end.
func noise() io.Reader {
	var seed [32]byte
	for i := range seed {
		seed[i] = byte(rand.Uint32()) // #nosec G404 -- no secret
	}
	return rand.NewChaCha8(seed)
}
