package tracker

import "time"

// Notification tells one recipient about one project subscription.
type Notification struct {
	ID           string     `json:"id"`
	Title        string     `json:"title"`
	Details      string     `json:"details"`
	CreatedAt    time.Time  `json:"createdAt"`
	IsViewed     bool       `json:"isViewed"`
	ViewedAt     *time.Time `json:"viewedAt"`
	ItemID       string     `json:"itemId" doc:"The project subscription."`
	ItemParentID string     `json:"itemParentId" doc:"Its project."`
}

// NotificationPage size of the specification.
const NotificationPageSize = 25
