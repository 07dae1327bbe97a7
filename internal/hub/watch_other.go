//go:build !linux

package hub

import "log/slog"

// watchers are none: each WebSocket has a goroutine that waits for its input.
type watchers struct{}

func newWatchers(*slog.Logger) watchers { return watchers{} }

func (watchers) add(*socket) bool { return false }
func (watchers) remove(*socket)   {}
func (watchers) stop()            {}
