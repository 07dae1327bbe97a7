package httpapi

import (
	"encoding/json"
	"net/http"
	"reflect"

	"btracker/internal/change"
	"btracker/internal/tracker"
)

// array is a page whose pagination is in a header only.
type array[T any] tracker.Page[T]

func (a array[T]) write(s *server, w http.ResponseWriter, r *http.Request) {
	s.writePage(w, r, a.Pagination, a.Data)
}

func (a array[T]) body() reflect.Type { return reflect.TypeFor[[]T]() }

// arrayWithTotals is an array with a header that sums up all pages, unless totals is nil.
type arrayWithTotals[T any] struct {
	page   tracker.Page[T]
	totals any
}

func (a arrayWithTotals[T]) write(s *server, w http.ResponseWriter, r *http.Request) {
	if a.totals != nil {
		header, err := json.Marshal(a.totals)
		if err != nil {
			s.problem(w, r, err)
			return
		}
		w.Header().Set("Totals", string(header))
	}
	s.writePage(w, r, a.page.Pagination, a.page.Data)
}

func (a arrayWithTotals[T]) body() reflect.Type { return reflect.TypeFor[[]T]() }

// created is an entity that is new, or that existed already.
type created[T any] struct {
	entity T
	isNew  bool
}

func (c created[T]) write(s *server, w http.ResponseWriter, r *http.Request) {
	status := http.StatusOK
	if c.isNew {
		status = http.StatusCreated
	}
	s.writeJSON(w, r, status, "application/json", c.entity)
}

func (c created[T]) body() reflect.Type { return reflect.TypeFor[T]() }

// newOrThere answers an entity that was there already if nothing changed.
func newOrThere[T any](saved change.Saved[T], err error) (change.Saved[created[T]], error) {
	return change.Saved[created[T]]{Entity: created[T]{saved.Entity, saved.Seq > 0}, Seq: saved.Seq}, err
}

// gone answers a removal that has nothing to show.
func gone(seq int64, err error) (change.Saved[none], error) { return change.Saved[none]{Seq: seq}, err }

// notificationPage has its pagination in the body too.
type notificationPage struct {
	tracker.Page[tracker.Notification]
}

func (p notificationPage) write(s *server, w http.ResponseWriter, r *http.Request) {
	s.writePage(w, r, p.Pagination, p.Page)
}

func (p notificationPage) body() reflect.Type { return reflect.TypeFor[notificationPage]() }

func (s *server) writePage(w http.ResponseWriter, r *http.Request, p tracker.Pagination, body any) {
	header, err := json.Marshal(p)
	if err != nil {
		s.problem(w, r, err)
		return
	}
	w.Header().Set("Pagination", string(header))
	s.writeJSON(w, r, http.StatusOK, "application/json", body)
}
