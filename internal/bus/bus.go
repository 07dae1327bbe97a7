package bus

import (
	"context"
	"sync"
)

// Notice is one delivery to a subscriber.
type Notice struct {
	Payload string
	// Missed means that notices may have been lost. Such a Notice has no payload.
	Missed bool
}

// Bus publishes notices to its subscribers. It calls a handler from one goroutine
// at a time, in the order of arrival; a handler must not block.
type Bus interface {
	Publish(ctx context.Context, payload string) error
	Subscribe(handle func(Notice)) (unsubscribe func())
}

// subscribers holds the handlers of a bus of either kind.
type subscribers struct {
	mu   sync.Mutex
	list map[*func(Notice)]struct{}
}

func (s *subscribers) Subscribe(handle func(Notice)) (unsubscribe func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.list == nil {
		s.list = map[*func(Notice)]struct{}{}
	}
	key := &handle
	s.list[key] = struct{}{}
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.list, key)
	}
}

func (s *subscribers) deliver(n Notice) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for handle := range s.list {
		(*handle)(n)
	}
}

// Local is the bus of a single process.
type Local struct{ subscribers }

// NewLocal makes a bus for one process.
func NewLocal() *Local { return &Local{} }

// Publish calls the subscribers before it returns.
func (b *Local) Publish(_ context.Context, payload string) error {
	b.deliver(Notice{Payload: payload})
	return nil
}
