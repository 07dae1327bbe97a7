package tracker

import (
	"regexp"
	"slices"
	"strings"
	"time"
)

var noteKind = RecordKind{
	Name:   EntityNote,
	Fields: append(fields("text"), states("isPinned")...),
}

// Note is what somebody wrote about a record.
type Note struct {
	ID         string     `json:"id"`
	Entity     string     `json:"entity" doc:"The kind of record that it is about: company, project, projectProduct, projectSubscription, product or subscription."`
	EntityID   string     `json:"entityId"`
	EntityName string     `json:"entityName"`
	CompanyID  *string    `json:"companyId" doc:"The company that the record belongs to, or is. Null in the catalogues."`
	ProjectID  *string    `json:"projectId" doc:"The project that the record belongs to, or is."`
	Text       string     `json:"text" doc:"Plain, with line breaks. A person is mentioned by @ and the e-mail address."`
	IsPinned   bool       `json:"isPinned"`
	Mentions   []UserRef  `json:"mentions" doc:"Those who are mentioned and may see the record."`
	Author     *UserRef   `json:"author" doc:"Null if the program wrote it."`
	CreatedAt  time.Time  `json:"createdAt"`
	EditedAt   *time.Time `json:"editedAt" doc:"When the text was last changed."`
	Version    int        `json:"version"`

	AuthorID *string `json:"-"`
	Stored   string  `json:"-"` // the text with ids of people in it: see StoreMentions
}

// SavedNote is a note that was just written.
type SavedNote struct {
	Note
	NotTold []string `json:"notTold" doc:"Addresses behind an @, as they were written, whose people were not told: nobody has the address, or they may not see the record."`
}

// LoggedNote is a note as the change log keeps it: without addresses and names of people.
type LoggedNote struct {
	ID        string     `json:"id"`
	Entity    string     `json:"entity"`
	EntityID  string     `json:"entityId"`
	AuthorID  *string    `json:"authorId"`
	Text      string     `json:"text"`
	IsPinned  bool       `json:"isPinned"`
	CreatedAt time.Time  `json:"createdAt"`
	EditedAt  *time.Time `json:"editedAt"`
	Version   int        `json:"version"`
}

// Logged is the note as the change log keeps it.
func (n Note) Logged() LoggedNote {
	return LoggedNote{ID: n.ID, Entity: n.Entity, EntityID: n.EntityID, AuthorID: n.AuthorID, Text: n.Stored, IsPinned: n.IsPinned,
		CreatedAt: n.CreatedAt, EditedAt: n.EditedAt, Version: n.Version}
}

// IsBy reports whether a user wrote the note.
func (n LoggedNote) IsBy(userID string) bool { return n.AuthorID != nil && *n.AuthorID == userID }

// NoteInput is a note to write.
type NoteInput struct {
	Entity   string    `json:"entity" rule:"existingName,required" doc:"company, project, projectProduct, projectSubscription, product or subscription."`
	EntityID string    `json:"entityId" rule:"id,required"`
	Text     string    `json:"text" rule:"note,required" doc:"A person is mentioned by @ and the e-mail address."`
	IsPinned Opt[bool] `json:"isPinned" rule:"flag" doc:"For those who may edit the record."`
}

// Check validates the input.
func (in *NoteInput) Check() error {
	err := Validate(in)
	if in.Entity != "" && IsUnknownHolder(in.Entity) {
		err = JoinInvalid(err, ErrUnknownEntity)
	}
	return err
}

// NoteEdit changes a note. An absent field stays as it is.
type NoteEdit struct {
	ID       string      `json:"id" rule:"id,required"`
	Version  Opt[int]    `json:"version" doc:"The version the edit is based on; any other than the stored one is refused with 409."`
	Text     Opt[string] `json:"text" rule:"note" doc:"The author alone changes it."`
	IsPinned Opt[bool]   `json:"isPinned" rule:"flag" doc:"For those who may edit the record."`
}

// IsUnknownHolder reports that records of a kind have no notes.
func IsUnknownHolder(entity string) bool { return !slices.Contains(HolderEntities, entity) }

// MaxMentionable is how many people are suggested behind an @.
const MaxMentionable = 8

// Check validates the edit.
func (in *NoteEdit) Check() error {
	err := Validate(in)
	if in.Text.Sent && in.Text.Empty() {
		err = JoinInvalid(err, ErrNoText)
	}
	return err
}

// NoteFilter says which notes are listed.
type NoteFilter struct {
	Entity, EntityID string // of one record; without them all that the caller may see
	Within           bool   // also those of what belongs to it
}

// A mention is stored as the id of the person between two control characters, which no text that is sent can have. The first one
// says whether the person was told. So the address of a person is in no note and in no change of one.
const (
	toldMark    = '\x02'
	notToldMark = '\x03'
	mentionEnd  = '\x04'
)

// mentionEndInJSON is mentionEnd as the change log has it.
const mentionEndInJSON = `\u0004`

var (
	mentionWritten = regexp.MustCompile(`(?:^|[^\p{L}\p{N}@._%+\-])@([A-Za-z0-9.!#$%&'*+/=?^_{|}~\-]+@(?:[A-Za-z0-9](?:[A-Za-z0-9\-]*[A-Za-z0-9])?\.)+[A-Za-z0-9](?:[A-Za-z0-9\-]*[A-Za-z0-9])?)`)
	mentionStored  = regexp.MustCompile(`[\x02\x03][^\x04]*\x04`)
	mentionLogged  = regexp.MustCompile(`\\u000[23](.*?)\\u0004`)
	mentionAt      = regexp.MustCompile(`@[\x02\x03][^\x04]*\x04`)
)

// WrittenMentions lists the addresses behind an @, each once, as they were written.
func WrittenMentions(text string) (addresses []string) {
	seen := map[string]bool{}
	for _, found := range mentionWritten.FindAllStringSubmatch(text, -1) {
		if key := strings.ToLower(found[1]); !seen[key] {
			seen[key] = true
			addresses = append(addresses, found[1])
		}
	}
	return addresses
}

// Mentioned is a person whose address a text has behind an @.
type Mentioned struct {
	ID   string
	Sees bool // what the text is about
}

// StoreMentions puts ids in the place of the addresses of people, who are given by their addresses in lower case.
func StoreMentions(text string, people map[string]Mentioned) string {
	var out strings.Builder
	copied := 0
	for _, at := range mentionWritten.FindAllStringSubmatchIndex(text, -1) {
		person, isKnown := people[strings.ToLower(text[at[2]:at[3]])]
		if !isKnown {
			continue
		}
		out.WriteString(text[copied:at[2]])
		mark := notToldMark
		if person.Sees {
			mark = toldMark
		}
		out.WriteRune(mark)
		out.WriteString(person.ID)
		out.WriteRune(mentionEnd)
		copied = at[3]
	}
	out.WriteString(text[copied:])
	return out.String()
}

// StoredMentions lists the ids of people in a stored text.
func StoredMentions(stored string) (ids []string) {
	for _, found := range mentionStored.FindAllString(stored, -1) {
		ids = append(ids, found[1:len(found)-1])
	}
	return ids
}

// LoggedMentions lists the ids of people in the texts of a logged entity.
func LoggedMentions(logged *string) (ids []string) {
	if logged == nil || !strings.Contains(*logged, mentionEndInJSON) {
		return nil
	}
	for _, found := range mentionLogged.FindAllStringSubmatch(*logged, -1) {
		ids = append(ids, found[1])
	}
	return ids
}

// ShowMentions puts the addresses of people into a stored text, and lists those who were told.
func ShowMentions(stored string, people map[string]UserRef) (text string, told []UserRef) {
	told = []UserRef{}
	text = mentionStored.ReplaceAllStringFunc(stored, func(found string) string {
		person := people[found[1:len(found)-1]]
		if found[0] == toldMark && !slices.Contains(told, person) {
			told = append(told, person)
		}
		return person.Email
	})
	return text, told
}

// WithoutMentions is the text without the people in it, on one line, for searches and short mails.
func WithoutMentions(stored string) string {
	return strings.Join(strings.Fields(mentionAt.ReplaceAllString(stored, " ")), " ")
}

// Excerpt is the beginning of a text.
func Excerpt(text string, most int) string {
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	return strings.TrimSpace(string(runes[:most-1])) + "…"
}
