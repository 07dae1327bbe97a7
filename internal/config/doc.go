// Package config turns the command line and the environment into one typed,
// checked Config. A flag wins over its variable, the variable over the default.
//
// Every setting is one row of the table in settings.go: its flag, its variable,
// the commands that know it, its help and its check. cmd/btracker alone imports
// this package and hands each part what it needs; nothing reads the environment
// behind its back.
package config
