package tracker

import (
	"encoding/json"
	"regexp"
	"testing"
	"time"
)

// A text that went over the wire says the same sentence, whatever is in its values.
func TestTextsAreSaidFromKeyAndValues(t *testing.T) {
	s := ProjectSubscription{EndAt: time.Date(2026, 11, 9, 23, 59, 59, 0, time.UTC)}
	s.Subscription.Name = "Bank of Time {day}"
	_, details := NotifiedEnded.Words(s, Project{Name: "Shop of Acme", CompanyName: "Acme (Germany)"})
	_, off := WebhookOffWords("hooks.example.com", say("test", "No delivery arrived."))
	for want, text := range map[string]Text{
		"Bank of Time {day} of Shop of Acme (Acme (Germany)) ended on 9 Nov 2026.": details,
		"hooks.example.com: No delivery arrived.":                                  off,
		"Name field is required. Price must have at most two decimals.": JoinInvalid(required("name"),
			broken("price", ruleDecimals, tooManyDecimals.With("Price"))).(*Error).Text(),
		"": {},
	} {
		sent, err := json.Marshal(text)
		var received Text
		if err == nil {
			err = json.Unmarshal(sent, &received)
		}
		if got := received.String(); err != nil || got != want {
			t.Errorf("%s says %q, %v, want %q", sent, got, err, want)
		}
	}
	delete(catalogue, "test")
}

func TestKeysOfSentencesAreWords(t *testing.T) {
	word := regexp.MustCompile(`^[a-z]\w*(?:\.\w+){0,2}$`)
	for key, english := range Sentences() {
		if !word.MatchString(string(key)) || english == "" {
			t.Errorf("%s: %q", key, english)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("two sentences have the same key")
		}
	}()
	NewSentence("notFound", "Something else.")
}
