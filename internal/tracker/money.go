package tracker

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// Money is an amount in cents. In JSON it is a number with at most two decimals. No
// calculation uses floating point.
type Money int64

func (m Money) String() string {
	sign := ""
	if m < 0 {
		sign, m = "-", -m
	}
	return fmt.Sprintf("%s%d.%02d", sign, m/100, m%100)
}

func (m Money) MarshalJSON() ([]byte, error) {
	return []byte(strings.TrimSuffix(m.String(), ".00")), nil
}

func (m *Money) UnmarshalJSON(raw []byte) error {
	var a Amount
	if err := json.Unmarshal(raw, &a); err != nil {
		return err
	}
	*m = a.Cents()
	return nil
}

// Amount is money as it was sent, in decimal digits: the rule "money" checks it before it
// becomes cents.
type Amount string

func (a *Amount) UnmarshalJSON(raw []byte) error {
	var n json.Number
	if err := json.Unmarshal(raw, &n); err != nil || raw[0] == '"' {
		return fmt.Errorf("an amount must be a number")
	}
	text := n.String()
	if strings.ContainsAny(text, "eE") {
		f, err := n.Float64()
		if err != nil {
			return err
		}
		text = strconv.FormatFloat(f, 'f', -1, 64)
	}
	if strings.Contains(text, ".") {
		text = strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
	}
	*a = Amount(text)
	return nil
}

// MarshalJSON writes the number as it was sent.
func (a Amount) MarshalJSON() ([]byte, error) { return []byte(a), nil }

// SignedAmount is a number that may be below zero.
type SignedAmount struct{ Amount }

// Cents converts an amount that passed the rule "money".
func (a Amount) Cents() Money {
	whole, fraction, _ := strings.Cut(string(a), ".")
	cents, _ := strconv.ParseInt(whole+(fraction + "00")[:2], 10, 64)
	return Money(cents)
}
