package chat

type teamsMessage struct {
	Type        string            `json:"type"`
	Attachments []teamsAttachment `json:"attachments"`
}

type teamsAttachment struct {
	ContentType string       `json:"contentType"`
	ContentURL  *string      `json:"contentUrl"`
	Content     adaptiveCard `json:"content"`
}

type adaptiveCard struct {
	Schema       string        `json:"$schema"`
	Type         string        `json:"type"`
	Version      string        `json:"version"`
	Language     string        `json:"lang"`
	FallbackText string        `json:"fallbackText"`
	Body         []cardElement `json:"body"`
	Actions      []cardAction  `json:"actions,omitempty"`
	Teams        struct {
		Width string `json:"width"`
	} `json:"msteams"`
}

// cardElement is a TextBlock, or a RichTextBlock with inlines. The text of the latter has no markup, so that names in it stay names.
type cardElement struct {
	Type      string    `json:"type"`
	Text      string    `json:"text,omitempty"`
	Size      string    `json:"size,omitempty"`
	Weight    string    `json:"weight,omitempty"`
	Wrap      bool      `json:"wrap,omitempty"`
	Separator bool      `json:"separator,omitempty"`
	Inlines   []textRun `json:"inlines,omitempty"`
}

type textRun struct {
	Type         string      `json:"type"`
	Text         string      `json:"text"`
	Weight       string      `json:"weight,omitempty"`
	SelectAction *cardAction `json:"selectAction,omitempty"`
}

type cardAction struct {
	Type  string `json:"type"`
	Title string `json:"title"`
	URL   string `json:"url"`
}

func openURL(title, url string) cardAction { return cardAction{"Action.OpenUrl", title, url} }

// teams writes an adaptive card, in the message that an incoming webhook of Teams takes.
func teams(m Message) any {
	card := adaptiveCard{Schema: "http://adaptivecards.io/schemas/adaptive-card.json", Type: "AdaptiveCard", Version: "1.4", Language: m.Language}
	card.Teams.Width = "Full"
	title := oneLine(m.Title, maxTitle)
	card.FallbackText = title
	card.Body = []cardElement{{Type: "TextBlock", Text: title, Size: "Medium", Weight: "Bolder", Wrap: true}}
	for i, line := range m.Lines {
		block := cardElement{Type: "RichTextBlock", Separator: i > 0}
		if line.Title != "" {
			block.Inlines = append(block.Inlines, textRun{Type: "TextRun", Text: oneLine(line.Title, maxTitle) + ": ", Weight: "Bolder"})
		}
		block.Inlines = append(block.Inlines, textRun{Type: "TextRun", Text: oneLine(line.Text, maxLineText)})
		if line.Link != "" {
			open := openURL(line.LinkText, line.Link)
			block.Inlines = append(block.Inlines, textRun{Type: "TextRun", Text: " "}, textRun{Type: "TextRun", Text: line.LinkText, SelectAction: &open})
		}
		card.Body = append(card.Body, block)
	}
	if more := m.more(); more != "" {
		card.Body = append(card.Body, cardElement{Type: "RichTextBlock", Separator: true, Inlines: []textRun{{Type: "TextRun", Text: more}}})
	}
	if m.Link != "" {
		card.Actions = []cardAction{openURL(m.LinkText, m.Link)}
	}
	return teamsMessage{"message", []teamsAttachment{{"application/vnd.microsoft.card.adaptive", nil, card}}}
}
