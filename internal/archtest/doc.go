// Package archtest holds the house rules that a compiler does not check: which package may import which, and that
// every package opens with a charter. It has tests alone; nothing imports it.
package archtest
