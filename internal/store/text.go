package store

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"btracker/internal/tracker"
)

// textColumn writes a text as JSON; NULL for none. No character of an address is escaped, so that an erasure finds it.
func textColumn(t tracker.Text) *string {
	if t.IsZero() {
		return nil
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(t); err != nil {
		panic(fmt.Sprintf("store: a text is not JSON: %v", err)) // it has nothing but strings
	}
	line := strings.TrimSuffix(b.String(), "\n")
	return &line
}

// readText reads what textColumn wrote.
func readText(column *string) (t tracker.Text, err error) {
	if column == nil {
		return t, nil
	}
	if err := json.Unmarshal([]byte(*column), &t); err != nil {
		return t, fmt.Errorf("a stored text: %w", err)
	}
	return t, nil
}

// textOf finds the text of a stored sentence without values.
func textOf(sentence *string) tracker.Text {
	if sentence == nil {
		return tracker.Text{}
	}
	return tracker.TextOf(*sentence)
}
