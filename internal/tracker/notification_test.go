package tracker

import (
	"testing"
	"time"
)

func TestCancelationTellsTheReason(t *testing.T) {
	s := ProjectSubscription{}
	s.Subscription.Name = "Hosting"
	for reason, want := range map[string]string{
		"":                "Hosting of Shop (Acme) was canceled.", // it was canceled before reasons were asked for
		"Moved elsewhere": "Hosting of Shop (Acme) was canceled. Reason: Moved elsewhere",
		"מעבר":            "Hosting of Shop (Acme) was canceled. Reason: \u2068מעבר\u2069",
	} {
		if s.CancelationReason = &reason; reason == "" {
			s.CancelationReason = nil
		}
		if title, got := NotifiedCanceled.Words(s, Project{Name: "Shop", CompanyName: "Acme"}); title.String() != "Subscription canceled" || got.String() != want {
			t.Errorf("%s: %q, want %q", title, got, want)
		}
	}
}

func TestNotificationKeepsNamesFromTheRightApart(t *testing.T) {
	end := time.Date(2026, 11, 20, 23, 59, 59, 0, time.UTC)
	words := func(subscription, project, company string) string {
		s := ProjectSubscription{EndAt: end}
		s.Subscription.Name = subscription
		_, details := NotifiedSoon.Words(s, Project{Name: project, CompanyName: company})
		return details.String()
	}
	for _, c := range []struct{ got, want string }{
		{words("Hosting", "Shop", "Acme"), "Hosting of Shop (Acme) ends on 20 Nov 2026."},
		{words("Hosting", "متجر", "שלום 7"), "Hosting of \u2068متجر\u2069 (\u2068שלום 7\u2069) ends on 20 Nov 2026."},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}
