package httpapi

import (
	"context"
	"net/http"
	"time"

	"btracker/internal/share"
	"btracker/internal/tracker"
)

const (
	exportBuffer   = 32 << 10
	exportPatience = time.Minute
	// exportsInAll bounds the memory of exports whose clients don't read: a piece of the list
	// and the buffers of each.
	exportsInAll = 32
)

// exporting is an export that is being written. It lets a slow client take a long file, and
// cuts off a client that stops reading. It has a turn to read from the database only while
// nothing is written: a client that does not read keeps nobody from reading.
type exporting struct {
	http.ResponseWriter
	ctx     context.Context
	server  *server
	user    string
	endTurn func() // nil without a turn
}

// newExport waits until an export may read. The caller must call end.
func (s *server) newExport(w http.ResponseWriter, r *http.Request) (*exporting, error) {
	e := &exporting{ResponseWriter: w, ctx: r.Context(), server: s, user: noteOf(r.Context()).userID}
	if !s.exports.Take(e.user, 1) {
		return nil, tracker.ErrExportsWait
	}
	if err := e.takeTurn(readPatience); err != nil {
		e.end()
		return nil, err
	}
	return e, nil
}

func (e *exporting) end() {
	e.pause()
	e.server.exports.GiveBack(e.user, 1)
}

// goOn waits until the export may read again, if something was written. It is called behind
// each row, which the next read may follow.
func (e *exporting) goOn() error { return e.takeTurn(exportPatience) }

func (e *exporting) takeTurn(patience time.Duration) (err error) {
	if e.endTurn == nil {
		e.endTurn, err = e.server.reads.Take(e.ctx, share.Origin{Account: e.user}, patience)
	}
	return err
}

func (e *exporting) pause() {
	if e.endTurn != nil {
		e.endTurn()
		e.endTurn = nil
	}
}

func (e *exporting) Write(b []byte) (int, error) {
	e.pause()
	// In tests some ResponseWriters have no deadlines.
	_ = http.NewResponseController(e.ResponseWriter).SetWriteDeadline(time.Now().Add(exportPatience))
	return e.ResponseWriter.Write(b)
}
