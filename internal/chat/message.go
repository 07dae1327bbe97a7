package chat

import (
	"encoding/json"
	"strings"
)

// Message is what a chat is told. Its texts are plain.
type Message struct {
	Language string
	Title    string
	Lines    []Line
	Hidden   int                    // what happened too, and is not among the lines
	More     func(count int) string // counts what is hidden
	Link     string                 // to all of it
	LinkText string
}

// Line is one thing that happened.
type Line struct {
	Title    string // empty where that of the message says it
	Text     string
	Link     string // empty if there is nothing to open
	LinkText string
}

const (
	// MaxLines leaves place for the header and the end in the 50 blocks of a Slack message.
	MaxLines = 40
	// maxLineText bounds a line: escaped, it stays below the 3,000 characters of a section.
	maxLineText = 450
	maxTitle    = 150
	// maxBody is below the 28 KB that Teams takes.
	maxBody = 24 << 10
	// maxFallback is what Slack asks for in text, and below the limits of Mattermost and Rocket.Chat.
	maxFallback = 4000
)

// Write writes a message in a format. Lines for which there is no place are counted instead.
func Write(isTeams bool, m Message) ([]byte, error) {
	write := slack
	if isTeams {
		write = teams
	}
	if over := len(m.Lines) - MaxLines; over > 0 {
		m.Lines, m.Hidden = m.Lines[:MaxLines], m.Hidden+over
	}
	for {
		body, err := json.Marshal(write(m))
		if err != nil || len(body) <= maxBody || len(m.Lines) <= 1 {
			return body, err
		}
		m.Lines, m.Hidden = m.Lines[:len(m.Lines)-1], m.Hidden+1
	}
}

func (m Message) more() string {
	if m.Hidden == 0 {
		return ""
	}
	return m.More(m.Hidden)
}

// oneLine is a text without line breaks, which would let it pass for another line of the message.
func oneLine(text string, most int) string {
	runes := []rune(strings.Join(strings.Fields(text), " "))
	if len(runes) > most {
		runes = append(runes[:most-1], '…')
	}
	return string(runes)
}
