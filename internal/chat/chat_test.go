package chat

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
)

// written writes a message in both formats, and checks each against the documented shape.
func written(t *testing.T, m Message) map[string]string {
	t.Helper()
	m.More = func(count int) string { return fmt.Sprintf("%d more", count) }
	bodies := map[string]string{}
	for format, isTeams := range map[string]bool{"slack": false, "teams": true} {
		body, err := Write(isTeams, m)
		if err != nil {
			t.Fatal(err)
		}
		file, err := os.ReadFile("testdata/" + format + ".schema.json")
		if err != nil {
			t.Fatal(err)
		}
		var schema jsonschema.Schema
		if err := json.Unmarshal(file, &schema); err != nil {
			t.Fatal(err)
		}
		resolved, err := schema.Resolve(nil)
		if err != nil {
			t.Fatal(err)
		}
		var value any
		if err := json.Unmarshal(body, &value); err != nil {
			t.Fatal(err)
		}
		if err := resolved.Validate(value); err != nil {
			t.Errorf("%s: %v\n%s", format, err, body)
		}
		if len(body) > 28_000 {
			t.Errorf("%s has %d bytes", format, len(body))
		}
		bodies[format] = string(body)
	}
	return bodies
}

func TestMessageSaysWhatHappenedInBothFormats(t *testing.T) {
	m := Message{Language: "en", Title: "Subscription ended", Lines: []Line{{Text: "Server of Site (Shop) ended on 1 Dec 2026."}}, Link: "https://tracker.example/x", LinkText: "Open"}
	for format, body := range written(t, m) {
		for _, part := range []string{m.Title, m.Lines[0].Text, m.Link, "Open"} {
			if !strings.Contains(body, part) {
				t.Errorf("%s does not say %q: %s", format, part, body)
			}
		}
	}
}

// Names are of customers. None of them becomes a link, a mention or another line.
func TestHostileNamesStayNames(t *testing.T) {
	const name = "<!channel> <https://evil.example|click> @all [click](https://evil.example) ![x](https://evil.example/x)\nSubscription renewed & <@U123>"
	bodies := written(t, Message{Language: "de", Title: name, Lines: []Line{{Title: name, Text: name, Link: "https://tracker.example/a?b=1&c=2", LinkText: "Öffnen"}, {Text: name}},
		Link: "https://tracker.example/", LinkText: "Alles"})
	var s slackMessage
	if err := json.Unmarshal([]byte(bodies["slack"]), &s); err != nil {
		t.Fatal(err)
	}
	texts := []string{s.Text}
	for _, b := range s.Blocks {
		if b.Text.Type == "mrkdwn" {
			texts = append(texts, b.Text.Text)
		}
		if b.Text.Type == "mrkdwn" && !b.Text.Verbatim {
			t.Error("addresses in a section become links")
		}
	}
	for _, text := range texts {
		for i, part := range strings.Split(text, "<") {
			if i > 0 && !strings.HasPrefix(part, "https://tracker.example/") {
				t.Errorf("a name is markup in %q", text)
			}
		}
	}
	if strings.Contains(s.Text, "@all") || strings.Contains(s.Text, "](") || strings.Count(s.Text, "\n") != 4 {
		t.Errorf("the text is %q", s.Text)
	}
	var message teamsMessage
	if err := json.Unmarshal([]byte(bodies["teams"]), &message); err != nil {
		t.Fatal(err)
	}
	for _, element := range message.Attachments[0].Content.Body[1:] {
		if element.Type != "RichTextBlock" { // a TextBlock would read its text as Markdown
			t.Errorf("a name is in a %s", element.Type)
		}
	}
}

// A message of any size keeps to the limits, and counts what it does not show.
func TestLargeMessagesKeepToTheLimits(t *testing.T) {
	for _, size := range []int{2, 40, 41, 500} {
		for _, text := range []string{"short", strings.Repeat("&", 3000), strings.Repeat("ü", 3000), strings.Repeat("<a> ", 1000)} {
			lines := slices.Repeat([]Line{{Title: "Subscription canceled", Text: text, Link: "https://tracker.example/" + strings.Repeat("x", 80), LinkText: "Open"}}, size)
			bodies := written(t, Message{Language: "de", Title: strings.Repeat("Title ", 60), Lines: lines, Hidden: 7, Link: "https://tracker.example/", LinkText: "Open btracker"})
			var s slackMessage
			if err := json.Unmarshal([]byte(bodies["slack"]), &s); err != nil {
				t.Fatal(err)
			}
			shown := len(s.Blocks) - 3 // the title, the count and the link
			if want := fmt.Sprintf("%d more", size-shown+7); s.Blocks[len(s.Blocks)-2].Text.Text != want || shown < 1 {
				t.Errorf("%d lines, %d shown, and %q", size, shown, s.Blocks[len(s.Blocks)-2].Text.Text)
			}
			if text == "short" && shown != min(size, MaxLines) {
				t.Errorf("%d of %d short lines are shown", shown, size)
			}
		}
	}
}
