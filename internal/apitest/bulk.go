package apitest

import (
	"time"

	"btracker/internal/tracker"
)

// Bulk is the body of a bulk action.
func Bulk(list, action string, params Object, ids ...string) Object {
	return Object{"list": list, "ids": ids, "action": action, "params": params, "preview": false}
}

func (c *Client) Preview(body Object) (p tracker.BulkPreview) {
	c.API.T.Helper()
	c.Post("/bulk", Merged(body, Object{"preview": true})).Status(200).Into(&p)
	return p
}

func (c *Client) Start(body Object) string {
	c.API.T.Helper()
	var started tracker.BulkStarted
	c.Post("/bulk", body).Status(202).Into(&started)
	return started.ID
}

func (c *Client) Progress(id string) (b tracker.Bulk) {
	c.API.T.Helper()
	c.Get("/bulk/" + id).Status(200).Into(&b)
	return b
}

// RunBulks runs the queued bulk actions to their ends.
func (api *API) RunBulks() {
	api.T.Helper()
	ids := api.Mail.Bulks
	api.Mail.Bulks = nil
	for _, id := range ids {
		if ended, err := api.App.RunBulk(api.T.Context(), id, time.Now().Add(time.Hour)); err != nil || !ended {
			api.T.Fatalf("bulk %s: ended %v, %v", id, ended, err)
		}
	}
}

// Bulk starts an action and runs it.
func (c *Client) Bulk(body Object) tracker.Bulk {
	c.API.T.Helper()
	id := c.Start(body)
	c.API.RunBulks()
	return c.Progress(id)
}

func (c *Client) ExpectBulk(body Object, done, refused int) tracker.Bulk {
	c.API.T.Helper()
	p := c.Preview(body)
	b := c.Bulk(body)
	want := tracker.Bulk{ID: b.ID, State: tracker.BulkDone, Total: done + refused, Done: done, Refused: refused, BatchID: b.ID}
	if b != want {
		c.API.T.Errorf("%v: %+v, want %+v", body, b, want)
	}
	if p.Total != b.Total || p.RefusedTotal != refused {
		c.API.T.Errorf("%v: preview %+v", body, p)
	}
	return b
}

// Upload sends a file.
func (c *Client) Upload(list, file string) *Answer {
	return c.Post("/import?Name=file.csv&List="+list, []byte(file))
}

func (c *Client) Compare(list, file string) (i tracker.Import) {
	c.API.T.Helper()
	c.Upload(list, file).Status(201).Into(&i)
	return i
}

func (c *Client) ImportRows(id, state string) (rows []tracker.ImportRow) {
	c.API.T.Helper()
	c.Get("/import/" + id + "/rows?PageSize=200&State=" + state).Status(200).Into(&rows)
	return rows
}

// Apply applies an import.
func (c *Client) Apply(i tracker.Import) tracker.Bulk {
	c.API.T.Helper()
	var started tracker.BulkStarted
	c.Put("/import/apply", Object{"id": i.ID}).Status(202).Into(&started)
	c.API.RunBulks()
	return c.Progress(started.ID)
}
