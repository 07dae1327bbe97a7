package httpapi

import (
	"context"
	"net/http"
	"strconv"

	"btracker/internal/change"
	"btracker/internal/contract"
	"btracker/internal/tracker"
)

func (s *server) webhookOperations() {
	const tag = "Webhooks"
	const address = "The address must be http or https. Addresses of this machine and of private networks are refused, here and at each delivery. "
	handle(s, contract.Operation{ID: "listWebhooks", Method: http.MethodGet, Path: "/webhook", Tag: tag, Summary: "List webhooks",
		Who: contract.Administrators, Keys: contract.WideKeys, List: &contract.List{}, Details: "The eldest first. Secrets are not shown again."},
		func(ctx context.Context, c call, _ none) (array[tracker.Webhook], error) {
			page, err := s.app.Webhooks(ctx, c.Caller, c.List)
			return array[tracker.Webhook](page), err
		})
	handle(s, contract.Operation{ID: "addWebhook", Method: http.MethodPost, Path: "/webhook", Tag: tag, Summary: "Add a webhook",
		Who: contract.Administrators, Idempotent: true, Status: http.StatusCreated, Refusals: []*tracker.Error{tracker.ErrTooManyWebhooks},
		Details: address + "Each change that its events name is posted there, signed by the Standard Webhooks rules with the secret of this answer."},
		passBody(s.app.CreateWebhook))
	handle(s, contract.Operation{ID: "editWebhook", Method: http.MethodPut, Path: "/webhook", Tag: tag, Summary: "Change a webhook, or switch it on or off",
		Who: contract.Administrators, Missing: true,
		Details: address + "Switching it off ends the deliveries that wait. " +
			"The caller becomes its owner: a delivery shows what the owner may see, and nothing is sent for an owner who is no administrator any more."},
		passBody(s.app.EditWebhook))
	handle(s, contract.Operation{ID: "removeWebhook", Method: http.MethodDelete, Path: "/webhook", Tag: tag, Summary: "Remove a webhook with its deliveries",
		Who: contract.Administrators, Keys: contract.WideKeys, Details: "An unknown one is gone already."},
		func(ctx context.Context, c call, in idInput) (change.Saved[none], error) {
			return gone(s.app.RemoveWebhook(ctx, c.Caller, in.ID))
		})
	handle(s, contract.Operation{ID: "listWebhookDeliveries", Method: http.MethodGet, Path: "/webhook/{id}/delivery", Tag: tag,
		Summary: "List the deliveries of a webhook, newest first",
		Who:     contract.Administrators, Keys: contract.WideKeys, List: &contract.List{},
		Details: "A delivery that has ended is listed for " + strconv.Itoa(int(tracker.DeliveryLife.Hours()/24)) + " days. The total is exact up to " +
			strconv.Itoa(tracker.MaxCountedDeliveries) + "."},
		func(ctx context.Context, c call, _ none) (array[tracker.WebhookDelivery], error) {
			page, err := s.app.WebhookDeliveries(ctx, c.Caller, c.path("id"), c.List)
			return array[tracker.WebhookDelivery](page), err
		})
	handle(s, contract.Operation{ID: "redeliverWebhook", Method: http.MethodPost, Path: "/webhook/redeliver", Tag: tag, Summary: "Send a delivery again",
		Who: contract.Administrators, Keys: contract.WideKeys, Missing: true, Refusals: []*tracker.Error{tracker.ErrWebhookOff, tracker.ErrChangeGone},
		Details: "Under the same webhook-id, so that the receiver recognizes it. It is sent before those that wait."},
		func(ctx context.Context, c call, in idInput) (tracker.WebhookDelivery, error) {
			return s.app.Redeliver(ctx, c.Caller, in.ID)
		})
}
