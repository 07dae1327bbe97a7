// Package hub is a server of the SignalR protocol (JSON, version 1): negotiation,
// the three transports, handshake, pings, closing, and the fan-out of records to
// the connections of a user.
//
// The package knows connections, users, sessions and records. Its caller decides
// what a record means, who receives it and which tokens are valid, so the package
// could be a library of its own.
//
// One goroutine reads each WebSocket. A second one writes to it, and exists only
// while something waits to be written. On the other two transports the handler of
// the open request does the writing. Writes have deadlines; a single sweep checks
// every other time limit of every connection.
package hub
