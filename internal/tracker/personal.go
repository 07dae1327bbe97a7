package tracker

import (
	"encoding/json"
	"strings"
)

// ErasedPrefix begins every text that stands in the change log for a personal value that was erased.
const ErasedPrefix = "erased-"

// personalFields says of each field of the logged entities that hold people's data
// whether it is personal: its value enters the seals of the audit trail as a salted
// hash, so that it can be erased later. A part of an object is written "moderator.email".
var personalFields = map[string]map[string]bool{
	"user": {
		"email": true, "displayName": true, "gender": true, "firstName": true, "lastName": true, "phoneNumber": true, "address": true, "photoUrl": true,
		"isAdmin": false, "status": false, "disableReason": false, "hasPassword": false, "hasSecondFactor": false, "hasSignOn": false, "isErased": false, "createdAt": false,
		"version": false, "lastSeenAt": false,
	},
	"companyModerator": moderatorFields("companyId"),
	"projectModerator": moderatorFields("projectId"),
}

func moderatorFields(parent string) map[string]bool {
	return map[string]bool{
		"userEmail": true, "details": true, "moderator.displayName": true, "moderator.email": true, "moderator.phoneNumber": true,
		"id": false, parent: false, "role": false, "createdAt": false, "version": false, "moderator.status": false,
	}
}

// HoldsPersonalData reports whether changes of an entity hold values of a person. The
// name of such an entity is the person's.
func HoldsPersonalData(entity string) bool { return personalFields[entity] != nil }

// Pseudonym returns the text that replaces an erased value, for fields in which a reader expects
// a text, such as a name or an address. It is not ok for other fields: their values become null.
func Pseudonym(field, pseudonym string) (text string, ok bool) {
	switch field[strings.LastIndex(field, ".")+1:] {
	case "email", "userEmail":
		return erasedEmail(pseudonym), true
	case "displayName":
		return pseudonym, true
	}
	return "", false
}

// ReplacePersonal copies the JSON of a logged entity with each personal value replaced, and
// changes no other byte. Text that this program did not write is returned as it is, from the place on
// where it begins.
func ReplacePersonal(entity, text string, replace func(field, value string) string) string {
	return replacePersonal(personalFields[entity], "", text, replace)
}

func replacePersonal(personal map[string]bool, prefix, text string, replace func(field, value string) string) string {
	values := json.NewDecoder(strings.NewReader(text))
	if open, err := values.Token(); err != nil || open != json.Delim('{') {
		return text
	}
	var out strings.Builder
	copied := 0
	for values.More() {
		var value json.RawMessage
		name, err := values.Token()
		if err != nil || values.Decode(&value) != nil {
			break
		}
		end := int(values.InputOffset())
		begin, field, with := end-len(value), prefix+name.(string), string(value)
		if personal[field] {
			with = replace(field, with)
		} else if value[0] == '{' {
			with = replacePersonal(personal, field+".", with, replace)
		}
		if with != text[begin:end] {
			out.WriteString(text[copied:begin])
			out.WriteString(with)
			copied = end
		}
	}
	out.WriteString(text[copied:])
	return out.String()
}
