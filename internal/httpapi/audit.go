package httpapi

import (
	"context"
	"net/http"

	"btracker/internal/contract"
	"btracker/internal/tracker"
)

func (s *server) auditOperations() {
	handle(s, contract.Operation{ID: "getAuditHead", Method: http.MethodGet, Path: "/audit/head", Tag: "Audit", Summary: "Read the end of the sealed audit trail",
		Who: contract.Administrators, Keys: contract.WideKeys, Details: "Keep it elsewhere: " +
			"btracker audit verify then proves that nobody has rewritten the changes before it. A new change is sealed within a minute."},
		func(ctx context.Context, c call, _ none) (tracker.AuditHead, error) {
			return s.app.AuditHead(ctx, c.Caller)
		})
}
