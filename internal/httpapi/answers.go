package httpapi

import (
	"encoding/json"
	"net/http"
	"reflect"

	"btracker/internal/tracker"
)

// array is a page whose pagination is in a header only.
type array[T any] tracker.Page[T]

func (a array[T]) write(s *server, w http.ResponseWriter, r *http.Request) {
	s.writePage(w, r, a.Pagination, a.Data)
}

func (a array[T]) body() reflect.Type { return reflect.TypeFor[[]T]() }

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
