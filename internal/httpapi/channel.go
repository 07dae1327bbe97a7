package httpapi

import (
	"context"
	"net/http"

	"btracker/internal/change"
	"btracker/internal/contract"
	"btracker/internal/tracker"
)

func (s *server) channelOperations() {
	const tag = "Channels"
	const address = "The address must be http or https. It is a secret: it is kept encrypted, and only its host is answered. " +
		"Addresses of this machine and of private networks are refused, here and at each message. "
	handle(s, contract.Operation{ID: "listChannels", Method: http.MethodGet, Path: "/channel", Tag: tag, Summary: "List channels",
		Who: contract.Administrators, Keys: contract.WideKeys, List: &contract.List{}, Details: "The eldest first."},
		func(ctx context.Context, c call, _ none) (array[tracker.Channel], error) {
			page, err := s.app.Channels(ctx, c.Caller, c.List)
			return array[tracker.Channel](page), err
		})
	handle(s, contract.Operation{ID: "addChannel", Method: http.MethodPost, Path: "/channel", Tag: tag, Summary: "Add a channel of a chat",
		Who: contract.Administrators, Idempotent: true, Status: http.StatusCreated, Refusals: []*tracker.Error{tracker.ErrTooManyChannels}, Missing: true,
		Details: address + "Messages are in the language of whoever makes it, and have no cost."},
		passBody(s.app.CreateChannel))
	handle(s, contract.Operation{ID: "editChannel", Method: http.MethodPut, Path: "/channel", Tag: tag, Summary: "Change a channel, or switch it on or off",
		Who: contract.Administrators, Missing: true,
		Details: address + "Without url the stored address stays. Switching it off ends the messages that wait. Its owner stays, unless they are no administrator any more: the caller becomes it then."},
		passBody(s.app.EditChannel))
	handle(s, contract.Operation{ID: "removeChannel", Method: http.MethodDelete, Path: "/channel", Tag: tag, Summary: "Remove a channel with the messages that wait",
		Who: contract.Administrators, Keys: contract.WideKeys, Details: "An unknown one is gone already."},
		func(ctx context.Context, c call, in idInput) (change.Saved[none], error) {
			return gone(s.app.RemoveChannel(ctx, c.Caller, in.ID))
		})
	handle(s, contract.Operation{ID: "testChannel", Method: http.MethodPost, Path: "/channel/test", Tag: tag, Summary: "Send a message to try a channel",
		Who: contract.Administrators, Missing: true, Refusals: []*tracker.Error{tracker.ErrChannelSilent, tracker.ErrChannelSecret},
		Details: "It is sent at once, whether the channel is on or off, and its chat's answer is answered."},
		passID(s.app.TestChannel))
}
