// Package hubtest has clients for tests and measurements of whatever serves a
// hub: Microsoft's own SignalR client, unmodified, in a Node process that a test
// commands, and a WebSocket of our own, of which thousands fit into one process.
package hubtest
