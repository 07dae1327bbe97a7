package share

import "sync"

// Limit bounds how much is held at once, by one holder and in all. What is counted is the
// caller's affair: requests, or bytes.
type Limit struct {
	each, all int64
	mu        sync.Mutex
	total     int64
	held      map[string]int64
}

// NewLimit returns a Limit of so much for each holder, and so much in all.
func NewLimit(each, all int64) *Limit {
	return &Limit{each: each, all: all, held: map[string]int64{}}
}

// Take gives n to a holder, who must give them back. It reports false, and gives nothing, if
// that were too much.
func (l *Limit) Take(holder string, n int64) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.held[holder]+n > l.each || l.total+n > l.all {
		return false
	}
	l.held[holder] += n
	l.total += n
	return true
}

// GiveBack ends what Take gave.
func (l *Limit) GiveBack(holder string, n int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.total -= n
	if l.held[holder] -= n; l.held[holder] == 0 {
		delete(l.held, holder)
	}
}
