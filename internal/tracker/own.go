package tracker

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Own are the values of the fields that administrators gave a list, by their keys. It is never changed: edits make another one.
type Own map[string]OwnValue

// OwnValue is one value, as JSON in the one way in which it is kept.
type OwnValue struct {
	JSON           string
	IsConfidential bool // only those may see it who may see the record's cost
}

// MarshalJSON writes an object, also for no values.
func (o Own) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, key := range slices.Sorted(maps.Keys(o)) {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(`"` + key + `":` + o[key].JSON) // a key has letters and digits alone
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// UnmarshalJSON reads an object.
func (o *Own) UnmarshalJSON(raw []byte) error {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(raw, &members); err != nil {
		return err
	}
	*o = nil
	for key, value := range members {
		*o = o.With(key, OwnValue{JSON: string(value)})
	}
	return nil
}

// With returns the values with another one; one without JSON is taken away.
func (o Own) With(key string, value OwnValue) Own {
	other := make(Own, len(o)+1)
	maps.Copy(other, o)
	if other[key] = value; value.JSON == "" {
		delete(other, key)
	}
	if len(other) == 0 {
		return nil
	}
	return other
}

// Seen are the values that somebody may see.
func (o Own) Seen(access Access) Own {
	if access.May(SeeCost) || !o.HasConfidential() {
		return o
	}
	for key, value := range o {
		if value.IsConfidential {
			o = o.With(key, OwnValue{})
		}
	}
	return o
}

// HasConfidential reports whether some may not see all of the values.
func (o Own) HasConfidential() bool {
	for _, value := range o {
		if value.IsConfidential {
			return true
		}
	}
	return false
}

// Text is a value as a cell of a file has it.
func (o Own) Text(key string) string {
	value := o[key].JSON
	if text := ""; json.Unmarshal([]byte(value), &text) == nil {
		return text
	}
	return value
}

// SortKey is the text by which lists are sorted and values are compared. Sorted byte by byte, these texts are in the order of the values.
func (v OwnValue) SortKey() string {
	switch {
	case v.JSON == "true":
		return "1"
	case v.JSON == "false":
		return "0"
	case strings.HasPrefix(v.JSON, `"`):
		var text string
		_ = json.Unmarshal([]byte(v.JSON), &text) // a text that was checked
		runes := []rune(strings.ToLower(strings.ReplaceAll(text, "\x00", "")))
		return string(runes[:min(len(runes), MaxDetails)])
	}
	return fmt.Sprintf("%018d", decimal(Amount(v.JSON), ownDecimals)+5e16)
}

// KeyIsValue reports whether no other value of the field has the sort key of this one.
func (f OwnField) KeyIsValue(v OwnValue) bool {
	switch f.Kind {
	case OwnNumber, OwnDate, OwnYesNo:
		return true
	case OwnChoice: // no two options have the same
		return slices.ContainsFunc(f.Options, func(option string) bool { return jsonOf(option) == v.JSON })
	}
	return false
}

// Kinds of own fields.
const (
	OwnText   = "text"
	OwnNumber = "number"
	OwnDate   = "date"
	OwnChoice = "choice"
	OwnYesNo  = "yesNo"
	OwnLink   = "link"
)

var ownKinds = []string{OwnText, OwnNumber, OwnDate, OwnChoice, OwnYesNo, OwnLink}

// Limits of own fields.
const (
	MaxOwnFields  = 30 // of a list
	MaxOwnOptions = 100
	MaxOwnKey     = 40
	MaxOwnLink    = 1000
	ownDecimals   = 4
)

// OwnPrefix is before the key of a field where it stands among other names.
const OwnPrefix = "own."

// OwnField is a field that administrators gave a list.
type OwnField struct {
	ID             string   `json:"id"`
	List           string   `json:"list" doc:"company, project, projectProduct, projectSubscription, product or subscription."`
	Key            string   `json:"key" doc:"Its name in own: letters and digits. It can not be changed."`
	Label          string   `json:"label" doc:"What people call it."`
	LabelDe        *string  `json:"labelDe" doc:"What people call it who use the app in German; null is the same."`
	Kind           string   `json:"kind" doc:"text, number, date, choice, yesNo or link."`
	Options        []string `json:"options" doc:"Of a choice, in their order."`
	IsRequired     bool     `json:"isRequired" doc:"It is asked for when a record is made, and can not be cleared."`
	IsConfidential bool     `json:"isConfidential" doc:"Only those may see it who may see the record's cost."`
	Position       int      `json:"position" doc:"Its place in forms and on pages; those of smaller numbers come first."`
	Version        int      `json:"version"`

	IsGone bool `json:"-"`
}

// fieldKind describes own fields, for the history.
var fieldKind = RecordKind{
	Name: EntityField,
	Fields: slices.Concat(fields("list", "key", "label"), []Field{{Name: "labelDe", Label: "German Label"}}, fields("kind", "options"),
		states("isRequired", "isConfidential"), []Field{{Name: "position", Label: "Position", State: true}}),
}

// OwnLists are the lists that can have own fields.
var OwnLists = kindNames(func(k RecordKind) bool { return k.HasOwn })

// OwnFieldInput makes a field.
type OwnFieldInput struct {
	List           string        `json:"list" rule:"existingName,required" doc:"The list whose records get it."`
	Key            string        `json:"key" rule:"ownKey,required" doc:"Letters and digits, unique in the list."`
	Label          string        `json:"label" rule:"name,required"`
	LabelDe        Opt[string]   `json:"labelDe" rule:"name"`
	Kind           string        `json:"kind" rule:"ownKind,required" doc:"text, number, date, choice, yesNo or link."`
	Options        Opt[[]string] `json:"options" rule:"any" doc:"Of a choice: 1 to 100 different texts."`
	IsRequired     Opt[bool]     `json:"isRequired" rule:"flag"`
	IsConfidential Opt[bool]     `json:"isConfidential" rule:"flag"`
	Position       Opt[int]      `json:"position" rule:"any" doc:"Its place; without it the last."`
}

// Check validates the input.
func (in *OwnFieldInput) Check() error {
	err := Validate(in)
	if in.List != "" && !slices.Contains(OwnLists, in.List) {
		err = JoinInvalid(err, ErrUnknownList)
	}
	var f OwnField
	f.Kind = in.Kind
	return JoinInvalid(err, f.setOptions(in.Options.Value))
}

// New is the field that the input makes.
func (in *OwnFieldInput) New(id string) OwnField {
	f := OwnField{ID: id, List: in.List, Key: in.Key, Label: in.Label, LabelDe: in.LabelDe.Pointer(), Kind: in.Kind, Options: []string{},
		IsRequired: in.IsRequired.Value, IsConfidential: in.IsConfidential.Value, Version: 1}
	_ = f.setOptions(in.Options.Value) // which Check has refused
	return f
}

// OwnFieldEdit changes a field. What is not sent stays as it is.
type OwnFieldEdit struct {
	ID             string        `json:"id" rule:"id,required"`
	Version        Opt[int]      `json:"version" doc:"The version the edit is based on; any other than the stored one is refused with 409."`
	List           Opt[string]   `json:"list" rule:"existingName" doc:"It can not be changed."`
	Key            Opt[string]   `json:"key" rule:"existingName" doc:"It can not be changed."`
	Label          Opt[string]   `json:"label" rule:"name"`
	LabelDe        Opt[string]   `json:"labelDe" rule:"name"`
	Kind           Opt[string]   `json:"kind" rule:"ownKind" doc:"It can not be changed once a record has a value."`
	Options        Opt[[]string] `json:"options" rule:"any" doc:"One that a record has can not be taken away."`
	IsRequired     Opt[bool]     `json:"isRequired" rule:"flag"`
	IsConfidential Opt[bool]     `json:"isConfidential" rule:"flag"`
	Position       Opt[int]      `json:"position" rule:"any" doc:"It takes this place, and those between its old and its new one move by one."`
}

// Apply changes a field.
func (in *OwnFieldEdit) Apply(f *OwnField) error {
	switch {
	case !in.List.Empty() && in.List.Value != f.List:
		return Fixed("list")
	case !in.Key.Empty() && in.Key.Value != f.Key:
		return Fixed("key")
	}
	if !in.Label.Empty() {
		f.Label = in.Label.Value
	}
	in.LabelDe.Apply(&f.LabelDe)
	options := f.Options
	if !in.Kind.Empty() && in.Kind.Value != f.Kind {
		f.Kind, options = in.Kind.Value, nil
	}
	if in.Options.Sent {
		options = in.Options.Value
	}
	if !in.IsRequired.Empty() {
		f.IsRequired = in.IsRequired.Value
	}
	if !in.IsConfidential.Empty() {
		f.IsConfidential = in.IsConfidential.Value
	}
	if !in.Position.Empty() {
		f.Position = max(0, in.Position.Value)
	}
	return f.setOptions(options)
}

// setOptions sets the options, which a choice has and nothing else.
func (f *OwnField) setOptions(options []string) error {
	clean := []string{}
	for _, option := range options {
		option = trim(option)
		isKnown := slices.ContainsFunc(clean, func(other string) bool { return strings.EqualFold(other, option) })
		if option == "" || isKnown || utf8.RuneCountInString(option) > MaxName || !plainLine.MatchString(option) {
			return ErrOwnOptions
		}
		clean = append(clean, option)
	}
	if f.Kind == OwnChoice && len(clean) == 0 || f.Kind != OwnChoice && len(clean) > 0 || len(clean) > MaxOwnOptions {
		return ErrOwnOptions
	}
	f.Options = clean
	return nil
}

// HistoryField is the field as the history shows it.
func (f OwnField) HistoryField() Field {
	shown := ownField(f.Key)
	shown.Label, shown.Needs = f.Label, f.Needs()
	return shown
}

// ownField is a field of the history of which only the key is known. Only those who may see everything see it.
func ownField(key string) Field {
	return Field{Name: OwnPrefix + key, Label: key, Needs: SeeCost}
}

// Needs is the permission to see its values.
func (f OwnField) Needs() Permission {
	if f.IsConfidential {
		return SeeCost
	}
	return See
}

// isShownTo reports whether somebody may know of the field. A confidential one is for those who may see cost.
func (f OwnField) isShownTo(access Access) bool { return !f.IsConfidential || access.May(SeeCost) }

var (
	plainLine     = regexp.MustCompile(patternLine)
	ownKeyPattern = `^[A-Za-z0-9]+$`
	ownNumber     = regexp.MustCompile(`^-?(?:0|[1-9][0-9]{0,11})(?:\.[0-9]{1,4})?$`)
)

// Why a value does not fit its field.
var (
	notOwn       = NewSentence("own.unknown", "{key} is not one of the fields of this list.")
	notANumber   = NewSentence("own.number", "{label} must be a number of at most twelve digits, with at most four decimals.")
	notAText     = NewSentence("own.text", "{label} must be a text.")
	notAnOwnDay  = NewSentence("own.date", "{label} must be a date such as 2026-11-30.")
	notAnOwnLink = NewSentence("own.link", "{label} must be an http or https address.")
)

// Value checks a value that was sent, and returns it as it is kept. null and an empty text are no value.
func (f OwnField) Value(raw json.RawMessage) (OwnValue, *FieldError) {
	refused := func(code string, message Text) (OwnValue, *FieldError) {
		return OwnValue{}, &FieldError{Field: OwnPrefix + f.Key, Code: code, Message: message}
	}
	value := OwnValue{IsConfidential: f.IsConfidential}
	raw = bytes.TrimSpace(raw)
	if string(raw) == jsonNull || string(raw) == `""` {
		return value, nil
	}
	var text string
	isText := json.Unmarshal(raw, &text) == nil
	if text = trim(text); isText && text == "" {
		return value, nil
	}
	switch f.Kind {
	case OwnYesNo:
		if string(raw) != "true" && string(raw) != "false" {
			return refused("flag", NotAFlag.With(f.Label))
		}
		value.JSON = string(raw)
		return value, nil
	case OwnNumber:
		var number Amount
		if number.UnmarshalJSON(raw) != nil || !ownNumber.MatchString(string(number)) {
			return refused("number", notANumber.With(f.Label))
		}
		if value.JSON = string(number); value.JSON == "-0" {
			value.JSON = "0"
		}
		return value, nil
	}
	if !isText {
		return refused("type", notAText.With(f.Label))
	}
	switch f.Kind {
	case OwnText:
		if utf8.RuneCountInString(text) > MaxDetails {
			return refused(ruleMaxLength, lengthAtMost.With(f.Label, MaxDetails))
		}
		if !plainLine.MatchString(text) {
			return refused(ruleControl, NotPlain.With(f.Label))
		}
	case OwnDate:
		if day, err := time.Parse(time.DateOnly, text); err != nil || day.Year() < 1900 {
			return refused("date", notAnOwnDay.With(f.Label))
		}
	case OwnChoice:
		if !slices.Contains(f.Options, text) {
			return refused(ruleOneOf, NotAnOption.With(f.Label))
		}
	case OwnLink:
		if utf8.RuneCountInString(text) > MaxOwnLink {
			return refused(ruleMaxLength, lengthAtMost.With(f.Label, MaxOwnLink))
		}
		if !isLink(text) {
			return refused("link", notAnOwnLink.With(f.Label))
		}
	}
	value.JSON = jsonOf(text)
	return value, nil
}

// TextValue is a text as it is kept.
func TextValue(text string) OwnValue { return OwnValue{JSON: jsonOf(text)} }

// jsonOf writes a text as JSON, without escaping what only HTML needs escaped.
func jsonOf(text string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(text) // a text is always JSON
	return strings.TrimSuffix(b.String(), "\n")
}

// isLink refuses everything that a browser might run, or read as something else than it looks like.
func isLink(text string) bool {
	address, err := url.Parse(text)
	return err == nil && (address.Scheme == "http" || address.Scheme == "https") && address.Hostname() != "" && address.User == nil &&
		!strings.ContainsAny(text, " \\\"<>") && plainLine.MatchString(text)
}

// OwnFields are those of all lists, removed ones included.
type OwnFields []OwnField

// Of lists the fields of a list that somebody may see, in their order.
func (all OwnFields) Of(list string, access Access) (fields OwnFields) {
	for _, f := range all {
		if f.List == list && !f.IsGone && f.isShownTo(access) {
			fields = append(fields, f)
		}
	}
	slices.SortStableFunc(fields, func(a, b OwnField) int { return cmp.Or(cmp.Compare(a.Position, b.Position), cmp.Compare(a.ID, b.ID)) })
	return fields
}

// Find finds a field by its key.
func (all OwnFields) Find(list, key string) (OwnField, bool) {
	for _, f := range all {
		if f.List == list && f.Key == key && !f.IsGone {
			return f, true
		}
	}
	return OwnField{}, false
}

// Describe says of fields of the history what they are called and who may see them. A removed field still has its name. One
// that was deleted for good is seen by those who may see everything.
func (all OwnFields) Describe(list string, shown []Field) {
	for i := range shown {
		key, isOwn := strings.CutPrefix(shown[i].Name, OwnPrefix)
		if !isOwn {
			continue
		}
		known, isKnown := all.Find(list, key)
		for _, f := range all {
			if !isKnown && f.List == list && f.Key == key {
				known, isKnown = f, true
			}
		}
		if isKnown {
			shown[i] = known.HistoryField()
		}
	}
}

// OwnInput is what a request sends of own fields.
type OwnInput = Opt[map[string]json.RawMessage]

// Set checks what was sent to a record of a list by somebody with an access, and returns the values that it has then. A key that
// they may not see is as unknown to them as any.
func (all OwnFields) Set(list string, access Access, before Own, in OwnInput, isNew bool) (Own, error) {
	after, broken := before, []FieldError(nil)
	for _, key := range slices.Sorted(maps.Keys(in.Value)) {
		f, isKnown := all.Find(list, key)
		if !isKnown || !f.isShownTo(access) {
			shown := []rune(key)
			broken = append(broken, FieldError{Field: OwnPrefix + key, Code: "unknown", Message: notOwn.With(string(shown[:min(len(shown), MaxOwnKey)]))})
			continue
		}
		value, wrong := f.Value(in.Value[key])
		switch {
		case wrong != nil:
			broken = append(broken, *wrong)
		case value.JSON == "" && f.IsRequired && !isNew && before[key].JSON != "":
			broken = append(broken, f.missing())
		default:
			after = after.With(key, value)
		}
	}
	if isNew {
		for _, f := range all.Of(list, access) {
			_, isWrong := in.Value[f.Key]
			isWrong = isWrong && slices.ContainsFunc(broken, func(b FieldError) bool { return b.Field == OwnPrefix+f.Key })
			if f.IsRequired && after[f.Key].JSON == "" && !isWrong {
				broken = append(broken, f.missing())
			}
		}
	}
	if broken != nil {
		return before, invalid(broken)
	}
	return after, nil
}

func (f OwnField) missing() FieldError {
	return FieldError{Field: OwnPrefix + f.Key, Code: ruleRequired, Message: NotSent.With(f.Label)}
}

// BulkInput is what a bulk action sends to each record, by somebody who may see some fields.
func (all OwnFields) BulkInput(list string, access Access, params BulkParams) (in OwnInput, err error) {
	f, isKnown := all.Find(list, params.Key)
	switch {
	case params.Key == "":
		return in, required("key")
	case !isKnown || !f.isShownTo(access):
		return in, broken("key", ruleOneOf, NotAnOption.With(Label("key")))
	case !params.Value.Sent:
		return in, required("value")
	}
	raw := json.RawMessage(jsonNull)
	if !params.Value.Null {
		raw = params.Value.Value
	}
	if _, wrong := f.Value(raw); wrong != nil {
		return in, invalid([]FieldError{*wrong})
	}
	return Some(map[string]json.RawMessage{f.Key: raw}), nil
}

// OwnParam is a filter by an own field as the query of a list has it.
type OwnParam struct {
	Key, End string // End is From, To, Filled or nothing
	Value    string
}

// Name is the name of the parameter.
func (p OwnParam) Name() string {
	if p.End == "" {
		return "Own." + p.Key
	}
	return "Own." + p.Key + "." + p.End
}

// OwnFilter narrows a list by an own field.
type OwnFilter struct {
	Field    OwnField
	Contains string    // of a text, in lower case
	Equals   *OwnValue // of the others
	From, To string    // sort keys, both included; empty is open
	Filled   *bool
}

// Filter reads a filter.
func (f OwnField) Filter(p OwnParam) (OwnFilter, error) {
	of := OwnFilter{Field: f}
	switch p.End {
	case "Filled":
		if p.Value != "true" && p.Value != "false" {
			return of, badQuery(p.Name(), NotAFlag.With(p.Name()))
		}
		isFilled := p.Value == "true"
		of.Filled = &isFilled
		return of, nil
	case "":
		if f.Kind == OwnText {
			if utf8.RuneCountInString(p.Value) > MaxDetails {
				return of, badQuery(p.Name(), lengthAtMost.With(p.Name(), MaxDetails))
			}
			of.Contains = strings.ToLower(strings.ReplaceAll(trim(p.Value), "\x00", ""))
			return of, nil
		}
	default:
		if f.Kind != OwnNumber && f.Kind != OwnDate {
			return of, badQuery(p.Name(), NotAnOption.With(p.Name()))
		}
	}
	raw := json.RawMessage(jsonOf(p.Value))
	if f.Kind == OwnNumber || f.Kind == OwnYesNo {
		if raw = json.RawMessage(p.Value); !json.Valid(raw) {
			raw = json.RawMessage(jsonOf(p.Value)) // which is refused
		}
	}
	value, wrong := f.Value(raw)
	switch {
	case wrong != nil && f.Kind == OwnChoice: // no record has it
		value.JSON = string(raw)
	case wrong != nil:
		return of, badQuery(p.Name(), wrong.Message)
	case value.JSON == "":
		return of, badQuery(p.Name(), NotAnOption.With(p.Name()))
	}
	switch p.End {
	case "From":
		of.From = value.SortKey()
	case "To":
		of.To = value.SortKey()
	default:
		of.Equals = &value
	}
	return of, nil
}

// UnknownOwn refuses a filter or a sort by a field that the list does not have, or that the caller may not see.
func UnknownOwn(param, key string) *Error { return badQuery(param, notOwn.With(key)) }

// Imports lists the fields of a list that a file can set, with the own ones that somebody may see.
func (all OwnFields) Imports(list string, access Access) []ImportField {
	fields := slices.Clone(ImportFields(list))
	for _, f := range all.Of(list, access) {
		fields = append(fields, f.ownImport())
	}
	return fields
}

// labelIn is what people call the field in a language.
func (f OwnField) labelIn(language string) string {
	if language == German && f.LabelDe != nil {
		return *f.LabelDe
	}
	return f.Label
}

// fullHeading is the heading of a column whose label alone may mean another one.
func (f OwnField) fullHeading(language string) string {
	return f.labelIn(language) + " (" + OwnPrefix + f.Key + ")"
}

// Headings are those of the columns of own fields in a file, by their keys: the label, or the full heading where an import would take the label
// for that of another field, or another column of the file has it. others are these columns, by their English headings.
func (all OwnFields) Headings(list, language string, access Access, others []string) map[string]string {
	headings, imports, taken := map[string]string{}, all.Imports(list, access), map[string]bool{}
	for _, other := range others {
		taken[headingKey(other)], taken[headingKey(LabelIn(German, other))] = true, true
	}
	for _, f := range all.Of(list, access) {
		heading := f.labelIn(language)
		found := GuessColumns(imports, []string{heading})[0].Field
		if found == nil || *found != OwnPrefix+f.Key || taken[headingKey(heading)] {
			heading = f.fullHeading(language)
		}
		headings[f.Key] = heading
	}
	return headings
}

// ownImport is the column of a file for an own field.
func (f OwnField) ownImport() ImportField {
	of := ImportField{Name: OwnPrefix + f.Key, Label: f.Label, Also: []string{f.Key, f.fullHeading(English)}, Own: f.Key, parse: parseText}
	if f.LabelDe != nil {
		of.Also = append(of.Also, *f.LabelDe, f.fullHeading(German))
	}
	switch f.Kind {
	case OwnNumber:
		of.parse = parseOwnNumber
	case OwnDate:
		of.parse = parseOwnDate
	case OwnYesNo:
		of.parse = parseFlag
	case OwnChoice:
		of.parse = func(_ ImportField, cell string) (string, *FieldError) {
			for _, option := range f.Options {
				if strings.EqualFold(option, cell) {
					cell = option
				}
			}
			return jsonOf(cell), nil // one that is none is refused by the field
		}
	}
	return of
}

// parseOwnNumber reads numbers as amounts are read, without a currency.
func parseOwnNumber(f ImportField, cell string) (string, *FieldError) {
	if ownNumber.MatchString(cell) { // as an export writes it, also 1.234
		var number Amount
		if number.UnmarshalJSON([]byte(cell)) == nil {
			return string(number), nil
		}
	}
	value, wrong := parseMoney(f, cell)
	if wrong == nil && value == "-1" && cell != "-1" {
		return jsonOf(cell), nil // which the field refuses
	}
	return value, wrong
}

func parseOwnDate(_ ImportField, cell string) (string, *FieldError) {
	for _, layout := range slices.Concat(dayLayouts, timeLayouts) {
		if day, err := time.Parse(layout, cell); err == nil {
			cell = day.Format(time.DateOnly)
			break
		}
	}
	return jsonOf(cell), nil
}
