package httpapi

import (
	"context"
	"io"
	"net/http"
	"runtime"

	"btracker/internal/contract"
	"btracker/internal/share"
	"btracker/internal/tracker"
)

// Bodies are held in memory until their requests are answered. A client that sends slowly
// holds its own for as long as BodyTimeout, so the bodies of one user, of one address without
// a token, and of all together are bounded.
const (
	// uncountedBody is how much of each body is not counted. It is less than a connection
	// takes besides, and a usual sign-in or edit is smaller: nobody is kept from these.
	uncountedBody = 2 << 10

	bodiesOfUser       = 2 * tracker.MaxPhotoBody
	bodiesInAll        = 64 << 20
	strangersOfAddress = 1 << 20
	strangersInAll     = 8 << 20

	// uploadsAtOnce is how many files are received and read at once, of each user one.
	uploadsAtOnce = 2
)

// received is the body of a request.
type received struct {
	body     []byte
	giveBack func() // its share of the memory
}

// receive reads the body that the operation takes, if any. It looks the caller up first: the
// body of somebody whose session or key does not exist is not read.
func (s *server) receive(w http.ResponseWriter, r *http.Request, op *contract.Operation, token string) (received, error) {
	got := received{giveBack: func() {}}
	if op.In == nil && !op.Photo && !op.Upload {
		return got, nil
	}
	limit, holder := s.strangers, s.clientIP(r)
	if !op.Who.Public && r.ContentLength != 0 {
		ctx, cancel := context.WithTimeout(r.Context(), s.config.RequestTimeout)
		defer cancel()
		before, err := s.admitted(ctx, r, op, token)
		if err != nil {
			return got, err
		}
		limit, holder = s.bodies, before.User.ID
	}
	var err error
	if op.Upload {
		if !s.uploads.Take(holder, 1) {
			return got, tracker.ErrImportsWait
		}
		got.giveBack = func() { s.uploads.GiveBack(holder, 1) }
		// In one piece: a growing buffer would leave as much again behind. So does the file before this one.
		runtime.GC()
		room := max(0, min(r.ContentLength, op.BodyLimit()))
		got.body, err = readBody(w, r, r.Body, op.BodyLimit(), room)
	} else {
		counted := &countedBody{ReadCloser: r.Body, limit: limit, holder: holder}
		got.giveBack = counted.giveBack
		got.body, err = readBody(w, r, counted, op.BodyLimit(), 0)
	}
	if err == nil && op.In != nil {
		got.body, err = checkJSON(r, got.body, op.NoBody)
	}
	if err != nil {
		got.giveBack()
	}
	return got, err
}

// countedBody takes a share of the memory for what it reads.
type countedBody struct {
	io.ReadCloser
	limit       *share.Limit
	holder      string
	read, taken int64
}

func (b *countedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.read += int64(n)
	if more := b.read - uncountedBody - b.taken; more > 0 {
		if !b.limit.Take(b.holder, more) {
			return 0, tracker.ErrBodiesWait
		}
		b.taken += more
	}
	return n, err
}

func (b *countedBody) giveBack() { b.limit.GiveBack(b.holder, b.taken) }
