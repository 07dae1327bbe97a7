package store

import "time"

// PoolStats is how busy the connections of a pool are.
type PoolStats struct {
	Name             string // "postgres"; "readers" and "writer" of SQLite
	Max, InUse, Idle int
	Waits            int64         // how often no connection was free at once
	WaitTime         time.Duration // the sum of all waits
}

// Pools describes each pool of connections.
func (s *Store) Pools() []PoolStats { return s.dialect.pools() }

// Readers returns how many connections read at once.
func (s *Store) Readers() int { return s.dialect.pools()[0].Max }
