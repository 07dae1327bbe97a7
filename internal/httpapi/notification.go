package httpapi

import (
	"context"
	"net/http"

	"btracker/internal/tracker"
)

type notificationInput struct {
	NotificationID string `json:"notificationId" rule:"id,required"`
}

func (in *notificationInput) check() error { return tracker.Validate(in) }

func (s *server) notificationOperations() {
	const tag = "Notifications"
	handle(s, operation{id: "listNotifications", method: http.MethodGet, path: "/notification", tag: tag, summary: "List the own notifications, newest first",
		list: &listSpec{pageSize: tracker.NotificationPageSize}, params: []queryParam{{"UnreadOnly", "boolean", "Leave out viewed ones."}}},
		func(ctx context.Context, c call, _ none) (notificationPage, error) {
			unread, _ := parseFlag(c.params, "UnreadOnly") // checked with the query
			page, err := s.app.Notifications(ctx, c.Caller, c.List, unread)
			return notificationPage{page}, err
		})
	handle(s, operation{id: "viewNotification", method: http.MethodPut, path: "/notification", tag: tag, summary: "Mark a notification viewed"},
		func(ctx context.Context, c call, in notificationInput) (tracker.Notification, error) {
			return s.app.ViewNotification(ctx, c.Caller, in.NotificationID)
		})
}
