package app

import "btracker/internal/tracker"

func init() {
	for _, k := range []kind{
		companyKind(), projectKind(), projectProductKind(), projectSubscriptionKind(),
		itemKind(tracker.Products), itemKind(tracker.Subscriptions), categoryKind(tracker.Products), categoryKind(tracker.Subscriptions),
		companyModeration.kind(), projectModeration.kind(), userKind(),
		viewKind(), notificationKind(), notificationSettingsKind(), webhookKind(),
	} {
		kinds[k.name] = &k
	}
}
