// Package acmetest proves certificates by ACME: the built program against Pebble, the small authority of Let's Encrypt,
// in this process. It is a module of its own, because that authority brings much that the program does not need.
package acmetest
