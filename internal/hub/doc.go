// Package hub is a server of the SignalR protocol (JSON, version 1): negotiation,
// the three transports, handshake, pings, closing, and the fan-out of records to
// the connections of a user.
//
// It knows connections, users, sessions and records. What a record means, who
// may see it and how a token is checked is told from outside, so the package
// could be a library of its own.
//
// An idle WebSocket costs two kilobytes of state, and neither a goroutine, nor a
// buffer, nor a timer: a few watchers read all of them, a few workers write to
// all while there is something to write, and a single sweep looks after every
// deadline. On the other two transports a connection has the handler of its open
// request.
package hub
