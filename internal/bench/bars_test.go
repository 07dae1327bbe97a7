package bench

import "fmt"

// atMost judges a figure that should be low.
func atMost(unit string, measured, bar float64) string {
	if measured <= bar {
		return fmt.Sprintf("≤ %.0f %s: met", bar, unit)
	}
	return fmt.Sprintf("≤ %.0f %s: MISSED by %.0f %%", bar, unit, 100*(measured/bar-1))
}

// atLeast judges a figure that should be high.
func atLeast(unit string, measured, bar float64) string {
	if measured >= bar {
		return fmt.Sprintf("≥ %.0f %s: met", bar, unit)
	}
	return fmt.Sprintf("≥ %.0f %s: MISSED by %.0f %%", bar, unit, 100*(1-measured/bar))
}
