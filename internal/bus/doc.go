// Package bus carries short notices between the replicas of the program: within
// one process, or through PostgreSQL's LISTEN and NOTIFY.
//
// A notice is published after a commit, and is only a hint: notices are lost
// while a connection is down. The bus then delivers a Notice with Missed set, and
// the subscriber reads the change log instead. The bus does not know what a
// notice means.
package bus
