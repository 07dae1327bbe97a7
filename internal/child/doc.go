// Package child runs other programs that end with this one, also when it is
// killed: servers that tests and tools start must never outlive them. It also
// reads how much processor time and memory a process has used.
package child
