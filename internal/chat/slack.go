package chat

import "strings"

type slackMessage struct {
	Text   string       `json:"text"`
	Blocks []slackBlock `json:"blocks"`
}

type slackBlock struct {
	Type string     `json:"type"`
	Text *slackText `json:"text,omitempty"`
}

type slackText struct {
	Type     string `json:"type"`
	Text     string `json:"text"`
	Verbatim bool   `json:"verbatim,omitempty"` // addresses and names in it do not become links
}

// slack writes blocks, and the same as text: Slack shows that in notifications, and Mattermost and Rocket.Chat show nothing else.
func slack(m Message) any {
	title := oneLine(m.Title, maxTitle)
	blocks := []slackBlock{{"header", &slackText{Type: "plain_text", Text: title}}}
	text := "*" + plain(title) + "*"
	shown := 0
	section := func(words string) {
		blocks = append(blocks, slackBlock{"section", &slackText{Type: "mrkdwn", Text: words, Verbatim: true}})
	}
	for _, line := range m.Lines {
		section(slackLine(line, escape))
		if words := "\n" + slackLine(line, plain); len(text)+len(words) < maxFallback-2*maxLineText || shown == 0 {
			text += words
			shown++
		}
	}
	if more := m.more(); more != "" {
		section(escape(more))
	}
	if hidden := len(m.Lines) - shown + m.Hidden; hidden > 0 {
		text += "\n" + plain(m.More(hidden))
	}
	if m.Link != "" {
		section(slackLink(m.Link, m.LinkText))
		text += "\n" + slackLink(m.Link, m.LinkText)
	}
	return slackMessage{text, blocks}
}

func slackLine(l Line, write func(string) string) string {
	words := write(oneLine(l.Text, maxLineText))
	if l.Title != "" {
		words = "*" + write(oneLine(l.Title, maxTitle)) + "*\n" + words
	}
	if l.Link != "" {
		words += " " + slackLink(l.Link, l.LinkText)
	}
	return words
}

func slackLink(link, text string) string { return "<" + escape(link) + "|" + escape(text) + ">" }

// escape keeps a text from being a link or a mention of Slack.
var escape = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace

// plain also keeps a text from being a link, a picture or a mention of Mattermost and Rocket.Chat: an invisible space parts what would be one.
func plain(text string) string {
	return strings.NewReplacer("@", "@\u200b", "](", "]\u200b(", "][", "]\u200b[").Replace(escape(text))
}
