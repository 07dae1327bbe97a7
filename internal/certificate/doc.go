// Package certificate has the TLS certificates of a server without a proxy in front of it: files that are read again when
// they change, or certificates that an ACME authority issues and renews. Neither a log line nor an error of it holds a key.
package certificate
