// Package bus carries short notices between the replicas of the program: within
// one process, or through PostgreSQL's LISTEN and NOTIFY.
//
// A notice is published after the commit of what it tells about, and is only a
// hint: it may be lost while a connection is down. The subscriber is told when
// that may have happened, and then reads what it missed from where the truth is.
// The bus does not know what a notice means.
package bus
