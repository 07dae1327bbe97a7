// Package apitest gives the tests of all rooms a whole server over HTTP, on either database, whose clock and mailbox the test
// controls: API is the server, Client someone who asks it, World companies and people with every role in them. Each answer
// is held against the published contract.
package apitest
