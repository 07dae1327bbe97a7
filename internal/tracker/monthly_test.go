package tracker

import (
	"math/big"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestMonthlyValue(t *testing.T) {
	for _, c := range []struct {
		name, start, end string
		anchor           int
		amount, want     Money
	}{
		{"a month", "2026-01-01 00:00:00", "2026-02-01 00:00:00", 0, 1000, 1000},
		{"a month of a form", "2026-02-01 00:00:00", "2026-02-28 23:59:59", 0, 1000, 1000},
		{"a year", "2026-01-01 00:00:00", "2027-01-01 00:00:00", 0, 12000, 1000},
		{"a year of a form", "2026-03-01 00:00:00", "2027-02-28 23:59:59", 0, 10000, 833},
		{"a quarter, half a cent", "2026-01-01 00:00:00", "2026-07-01 00:00:00", 0, 3, 1},
		{"less than half a cent", "2026-01-01 00:00:00", "2027-01-01 00:00:00", 0, 5, 0},
		{"by the last of the month", "2026-02-28 00:00:00", "2026-03-31 00:00:00", 31, 1000, 1000},
		{"without its anchor day these are 31 days", "2026-02-28 00:00:00", "2026-03-31 00:00:00", 0, 3100, 3044},
		{"a week of a form", "2026-01-05 00:00:00", "2026-01-11 23:59:59", 0, 700, 3044},
		{"30 days", "2026-01-01 00:00:00", "2026-01-31 00:00:00", 0, 3000, 3044},
		{"30 days that are a month", "2026-04-01 00:00:00", "2026-05-01 00:00:00", 0, 3000, 3000},
		{"an hour counts as a day", "2026-01-05 00:00:00", "2026-01-05 01:00:00", 0, 100, 3044},
		{"no length counts as a day", "2026-01-05 00:00:00", "2026-01-05 00:00:00", 0, 100, 3044},
		{"a day and a second are two days", "2026-01-05 00:00:00", "2026-01-06 00:00:01", 0, 200, 3044},
		{"the longest term", "1900-01-01 00:00:00", "9999-12-31 23:59:59", 0, MaxMoney, 1028807},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := MonthlyValue(c.amount, instantOf(t, c.start), instantOf(t, c.end), c.anchor); got != c.want {
				t.Errorf("%d, want %d", got, c.want)
			}
		})
	}
}

// halfAwayFromZero rounds a fraction by another way than the code: exactly, with big numbers.
func halfAwayFromZero(n, divisor int64) Money {
	twice := new(big.Rat).Mul(big.NewRat(n, divisor), big.NewRat(2, 1))
	floor := func(r *big.Rat) int64 { return new(big.Int).Div(r.Num(), r.Denom()).Int64() }
	if n >= 0 {
		return Money(floor(new(big.Rat).Quo(twice.Add(twice, big.NewRat(1, 1)), big.NewRat(2, 1))))
	}
	return -halfAwayFromZero(-n, divisor)
}

// Whatever the term, its monthly value is the exact one, rounded to the cent; months of any
// length are worth the same.
func TestMonthlyValueIsTheExactOneRounded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		amount := rapid.Int64Range(-int64(MaxMoney), int64(MaxMoney)).Draw(t, "amount")
		start := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, rapid.IntRange(0, 4000).Draw(t, "start"))
		last := 0
		if rapid.Bool().Draw(t, "of a form") {
			last = 1
		}
		if months := rapid.IntRange(1, 60).Draw(t, "months"); rapid.Bool().Draw(t, "whole months") {
			end := addMonths(start, months, start.Day()).Add(time.Duration(-last) * time.Second)
			if got, want := MonthlyValue(Money(amount), start, end, start.Day()), halfAwayFromZero(amount, int64(months)); got != want {
				t.Fatalf("%d in %d months: %d, want %d", amount, months, got, want)
			}
			return
		}
		days := rapid.IntRange(1, 2000).Draw(t, "days")
		end := start.AddDate(0, 0, days).Add(time.Duration(-last) * time.Second)
		want := halfAwayFromZero(amount*36525, int64(1200*days))
		if months := termMonths(start, end, 0); months > 0 {
			want = halfAwayFromZero(amount, int64(months))
		}
		if got := MonthlyValue(Money(amount), start, end, 0); got != want {
			t.Fatalf("%d in %d days: %d, want %d", amount, days, got, want)
		}
	})
}

// A subscription that renews by the month is worth the same in every period.
func TestRenewalsByTheMonthKeepTheirValue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cost := Money(rapid.Int64Range(1, 1e6).Draw(t, "cost"))
		s := ProjectSubscription{Price: 2 * cost, Cost: &cost}
		start := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, rapid.IntRange(0, 1000).Draw(t, "start"))
		s.SetPeriod(start, addMonths(start, rapid.IntRange(1, 24).Draw(t, "months"), start.Day()))
		price, _ := s.Monthly()
		for range 30 {
			s.Renew()
			if got, _ := s.Monthly(); got != price {
				t.Fatalf("%s to %s: %d, before %d", s.StartAt, s.EndAt, got, price)
			}
		}
	})
}
