package webhook

import (
	"net/http"
	"slices"
)

// RefusesDelivery reports whether a status is about the delivery, and not about the receiver as a whole: other
// deliveries may arrive before it is tried again.
func RefusesDelivery(status int) bool {
	aboutReceiver := []int{http.StatusRequestTimeout, http.StatusTooEarly, http.StatusTooManyRequests}
	return status >= 300 && status < 500 && !slices.Contains(aboutReceiver, status)
}

// EndsDeliveries reports whether a receiver wants no more deliveries.
func EndsDeliveries(status int) bool { return status == http.StatusGone }
