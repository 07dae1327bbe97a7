// Package hub is a server of the SignalR protocol (JSON, version 1): negotiation,
// the three transports, handshake, pings, closing, and the fan-out of records to
// the connections of a user.
//
// It knows connections, users, sessions and records. What a record means, who
// may see it and how a token is checked is told from outside, so the package
// could be a library of its own.
//
// An idle connection costs one blocked reader (WebSockets) or the handler of its
// open request (the other two), a few hundred bytes of state and no timer: a
// single sweep looks after every deadline, and a few workers write to all
// WebSockets, while there is something to write.
package hub
