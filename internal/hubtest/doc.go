// Package hubtest is Microsoft's own SignalR client, unmodified, in a Node
// process that a test commands. It is for tests of whatever serves it a hub.
package hubtest
