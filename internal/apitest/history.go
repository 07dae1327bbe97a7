package apitest

import (
	"encoding/json"
	"fmt"
	"strconv"

	"btracker/internal/tracker"
)

// History reads the changes that a query lists, newest first, each as its action, entity, name and fields.
func (c *Client) History(query string) (lines []string) {
	c.API.T.Helper()
	for _, change := range c.Changes(query) {
		lines = append(lines, Words(change))
	}
	return lines
}

func (c *Client) Changes(query string) (list []tracker.Change) {
	c.API.T.Helper()
	c.Get("/change?PageSize=200&" + query).Status(200).Into(&list)
	return list
}

func Words(c tracker.Change) string {
	line := c.Action + " " + c.Entity + " " + c.EntityName
	for _, f := range c.Fields {
		line += fmt.Sprintf(" | %s: %s -> %s", f.Label, f.Before, f.After)
	}
	return line
}

func (c *Client) Undo(seq int64) *Answer { return c.Put("/change/undo", Object{"seq": seq}) }

// Undone takes a change back, and returns the number of the change that did it.
func (c *Client) Undone(seq int64) int64 {
	c.API.T.Helper()
	var done tracker.Undone
	c.Undo(seq).Status(200).Into(&done)
	if len(done.Seqs) != 1 || done.BatchID == "" {
		c.API.T.Fatalf("%+v", done)
	}
	return done.Seqs[0]
}

// LastSeq is the number of the change that an answer tells of.
func (a *Answer) LastSeq() int64 {
	a.t.Helper()
	seq, err := strconv.ParseInt(a.Header().Get("Change-Seq"), 10, 64)
	if err != nil {
		a.t.Fatalf("no change: %v", err)
	}
	return seq
}

// Shown is an answer without what every change counts.
func Shown(c *Client, path string) string {
	var value any
	c.Get(path).Status(200).Into(&value)
	EachObject(value, func(o Object) {
		delete(o, "version")
		delete(o, "removedAt")
	})
	text, _ := json.MarshalIndent(value, "", " ")
	return string(text)
}
