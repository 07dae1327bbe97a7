package record

import (
	"btracker/internal/change"
	"btracker/internal/tracker"
)

func init() {
	for _, k := range []change.Kind{
		companyKind(), projectKind(), projectProductKind(), projectSubscriptionKind(),
		itemKind(tracker.Products), itemKind(tracker.Subscriptions), categoryKind(tracker.Products), categoryKind(tracker.Subscriptions),
		CompanyModeration.kind(), ProjectModeration.kind(), userKind(),
		noteKind(), documentKind(),
		viewKind(), planKind(), notificationKind(), notificationSettingsKind(), reportSettingsKind(), webhookKind(), channelKind(), groupRolesKind(), fieldKind(),
	} {
		change.Kinds[k.Name] = &k
	}
}
