// Package pgtest gives tests a real PostgreSQL of their own: one temporary
// cluster for each test binary, started at the first call, and one fresh
// database for each test that asks. Cluster is a server of their own for tests
// that stop, kill and replace it.
//
// A cluster listens on a Unix socket in a private directory alone, gives up
// durability for speed, and dies with the process that started it, also when
// that process is killed. Tests never skip: without a PostgreSQL server
// installed they fail and say what to install.
package pgtest
