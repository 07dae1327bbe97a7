package httpapi

import (
	"context"
	"net/http"
	"strconv"

	"btracker/internal/contract"
	"btracker/internal/tracker"
)

func (s *server) securityEventOperations() {
	const tag = "Security"
	list := &contract.List{}
	filters := []contract.Param{
		contract.Text("Email", "Only events about the person with this e-mail address."),
		contract.Text("Kind", "Only events of this kind."),
		contract.Text("From", "Only events from this instant on."),
		contract.Text("To", "Only events up to this instant."),
	}
	handle(s, contract.Operation{ID: "listSecurityEvents", Method: http.MethodGet, Path: "/securityEvent", Tag: tag, Summary: "List security events, newest first",
		Who: contract.Administrators, Keys: contract.WideKeys, List: list, Params: filters,
		Details: "Sign-ins and failures, second factors, keys, sessions that were ended, passwords and changes of rights. The total is exact up to " +
			strconv.Itoa(tracker.MaxCountedEvents) + "."},
		func(ctx context.Context, c call, _ none) (array[tracker.SecurityEvent], error) {
			filter, err := securityEventFilter(c.listCall)
			if err != nil {
				return array[tracker.SecurityEvent]{}, err
			}
			page, err := s.app.SecurityEvents(ctx, c.Caller, c.List, filter)
			return array[tracker.SecurityEvent](page), err
		})
	export(s, contract.Operation{ID: "exportSecurityEvents", Method: http.MethodGet, Path: "/securityEvent/export", Tag: tag, Summary: "Export security events as CSV or XLSX",
		Who: contract.Administrators, Keys: contract.WideKeys, List: list, Params: filters, Details: exportRule,
		File: contract.EventID + ",2026-11-14T09:30:00Z,signIn,ada@example.com,192.0.2.7,Mozilla/5.0,\n"}, "security-events", securityEventColumns,
		func(ctx context.Context, c listCall, use func(tracker.SecurityEvent) error) error {
			filter, err := securityEventFilter(c)
			if err != nil {
				return err
			}
			return s.app.EachSecurityEvent(ctx, c.Caller, filter, use)
		})
}

var securityEventColumns = columns[tracker.SecurityEvent]{standard: []column[tracker.SecurityEvent]{
	textColumn("id", "Id", func(e tracker.SecurityEvent) string { return e.ID }),
	textColumn("at", "At", func(e tracker.SecurityEvent) string { return csvTime(&e.At) }),
	textColumn("kind", "Kind", func(e tracker.SecurityEvent) string { return e.Kind }),
	textColumn("email", "Email", func(e tracker.SecurityEvent) string { return e.Email }),
	textColumn("address", "Address", func(e tracker.SecurityEvent) string { return e.Address }),
	textColumn("agent", "Agent", func(e tracker.SecurityEvent) string { return e.Agent }),
	textColumn("details", "Details", func(e tracker.SecurityEvent) string { return e.Details }),
}}

// securityEventFilter reads the filters of security events.
func securityEventFilter(c listCall) (f tracker.SecurityEventFilter, err error) {
	f.Email = c.params.Get("Email")
	if f.Kind, err = parseOption(c.params, "Kind", tracker.SecurityEventKinds, ""); err != nil {
		return f, err
	}
	if f.From, err = parseInstant(c.params, "From"); err != nil {
		return f, err
	}
	f.To, err = parseInstant(c.params, "To")
	return f, err
}
