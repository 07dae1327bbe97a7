package httpapi

import (
	"context"
	"net/http"

	"btracker/internal/change"
	"btracker/internal/contract"
	"btracker/internal/tracker"
)

type notificationInput struct {
	NotificationID string `json:"notificationId" rule:"id,required"`
}

func (notificationInput) names() {}

var notificationColumns = columns[tracker.Notification]{standard: []column[tracker.Notification]{
	textColumn("id", "Id", func(n tracker.Notification) string { return n.ID }),
	textColumn("title", "Title", func(n tracker.Notification) string { return n.Title }),
	textColumn("details", "Details", func(n tracker.Notification) string { return n.Details }),
	textColumn("createdAt", "Created At", func(n tracker.Notification) string { return csvTime(&n.CreatedAt) }),
	textColumn("viewedAt", "Viewed At", func(n tracker.Notification) string { return csvTime(n.ViewedAt) }),
	textColumn("itemParentId", "Project Id", func(n tracker.Notification) string { return orEmpty(n.ItemParentID) }),
	textColumn("itemId", "Project Subscription Id", func(n tracker.Notification) string { return orEmpty(n.ItemID) }),
}, more: []column[tracker.Notification]{
	textColumn("webhookId", "Webhook Id", func(n tracker.Notification) string { return orEmpty(n.WebhookID) }),
}}

func (s *server) notificationOperations() {
	s.api.Describe(
		contract.Answered("A page of notifications.", notificationPage{contract.NotificationPage}),
		contract.Sent[notificationInput]("A notification that was viewed.", object{"notificationId": contract.NotificationID}))
	const tag = "Notifications"
	list := &contract.List{Sorts: tracker.NotificationSorts, Descending: true, Search: true, PageSize: tracker.NotificationPageSize}
	unreadOnly := []contract.Param{contract.Flag("UnreadOnly", "Leave out viewed ones.")}
	handle(s, contract.Operation{ID: "listNotifications", Method: http.MethodGet, Path: "/notification", Tag: tag,
		Summary: "List your own notifications, newest first unless told otherwise",
		Who:     contract.SignedIn, Keys: contract.AnyKeys, List: list, Params: unreadOnly,
		Details: "Those about projects the caller may still see, and for administrators those about webhooks. A search looks into title and details, however short it is. " +
			"The pagination is in the body as well as in the header."},
		func(ctx context.Context, c call, _ none) (notificationPage, error) {
			page, err := s.app.Notifications(ctx, c.Caller, c.List, c.flag("UnreadOnly"))
			return notificationPage{page}, err
		})
	export(s, contract.Operation{ID: "exportNotifications", Method: http.MethodGet, Path: "/notification/export", Tag: tag, Summary: "Export your own notifications as CSV or XLSX",
		Who: contract.SignedIn, Keys: contract.AnyKeys, List: list, Params: unreadOnly, Details: exportRule,
		File: contract.NotificationID + ",Subscription ends soon,Managed server of Web shop (Northwind Traders) ends on 30 Nov 2026.,2026-11-16T09:30:00Z,," +
			contract.ProjectID + "," + contract.AttachedID + "\n"}, "notifications", notificationColumns,
		func(ctx context.Context, c listCall, use func(tracker.Notification) error) error {
			return s.app.EachNotification(ctx, c.Caller, c.List, c.flag("UnreadOnly"), use)
		})
	handle(s, contract.Operation{ID: "viewNotification", Method: http.MethodPut, Path: "/notification", Tag: tag, Summary: "Mark a notification viewed",
		Who: contract.SignedIn, Keys: contract.AnyKeys, Missing: true, Details: "The first time stays. Somebody else's is a 404."},
		func(ctx context.Context, c call, in notificationInput) (change.Saved[tracker.Notification], error) {
			return s.app.ViewNotification(ctx, c.Caller, in.NotificationID)
		})
	handle(s, contract.Operation{ID: "viewAllNotifications", Method: http.MethodPut, Path: "/notification/viewedAll", Tag: tag, Summary: "Mark all your notifications viewed",
		Who: contract.SignedIn, Keys: contract.AnyKeys, Details: "Snoozed ones come back as new all the same."},
		func(ctx context.Context, c call, _ none) (change.Saved[tracker.ViewedAll], error) {
			return s.app.ViewAllNotifications(ctx, c.Caller)
		})
	handle(s, contract.Operation{ID: "snoozeNotification", Method: http.MethodPut, Path: "/notification/snooze", Tag: tag, Summary: "Hide a notification for some time",
		Who: contract.SignedIn, Keys: contract.AnyKeys, Missing: true, Details: "Until then no list has it; then it comes back as new. Somebody else's is a 404."},
		passBody(s.app.SnoozeNotification))
}
