// Package webhook posts deliveries by the Standard Webhooks rules: it makes secrets, signs bodies, and connects to no
// address of this machine or of a private network. It does not know what a delivery says, or to whom it goes.
package webhook
