package httpapi

import (
	"context"
	"net/http"

	"btracker/internal/tracker"
)

type notificationInput struct {
	NotificationID string `json:"notificationId" rule:"id,required"`
}

func (notificationInput) names() {}

func (s *server) notificationOperations() {
	const tag = "Notifications"
	list := &listSpec{sorts: tracker.NotificationSorts, descending: true, search: true, pageSize: tracker.NotificationPageSize}
	unreadOnly := []queryParam{{"UnreadOnly", "boolean", "Leave out viewed ones."}}
	handle(s, operation{id: "listNotifications", method: http.MethodGet, path: "/notification", tag: tag, summary: "List your own notifications, newest first unless told otherwise",
		list: list, params: unreadOnly},
		func(ctx context.Context, c call, _ none) (notificationPage, error) {
			unread, _ := parseFlag(c.params, "UnreadOnly") // checked with the query
			page, err := s.app.Notifications(ctx, c.Caller, c.List, unread)
			return notificationPage{page}, err
		})
	handle(s, operation{id: "exportNotifications", method: http.MethodGet, path: "/notification/export", tag: tag, summary: "Export your own notifications as CSV", list: list, params: unreadOnly},
		func(_ context.Context, c call, _ none) (csvFile, error) { return s.notificationsCSV(c), nil })
	handle(s, operation{id: "viewNotification", method: http.MethodPut, path: "/notification", tag: tag, summary: "Mark a notification viewed"},
		func(ctx context.Context, c call, in notificationInput) (tracker.Notification, error) {
			return s.app.ViewNotification(ctx, c.Request, in.NotificationID)
		})
}

func (s *server) notificationsCSV(c call) csvFile {
	return csvFile{
		name:   "notifications",
		header: []string{"Id", "Title", "Details", "Created At", "Viewed At", "Project Id", "Project Subscription Id"},
		each: func(row func(...string) error) error {
			unread, _ := parseFlag(c.params, "UnreadOnly") // checked with the query
			return s.app.EachNotification(c.r.Context(), c.Caller, c.List, unread, func(n tracker.Notification) error {
				return row(n.ID, n.Title, n.Details, csvTime(&n.CreatedAt), csvTime(n.ViewedAt), orEmpty(n.ItemParentID), orEmpty(n.ItemID))
			})
		},
	}
}
