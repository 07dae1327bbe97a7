package contract

import (
	"maps"
	"unicode"

	"btracker/internal/tracker"
)

// Problem returns the body of an error, as application/problem+json.
func Problem(status int, e *tracker.Error) map[string]any {
	body := map[string]any{"type": "about:blank", "title": e.Title, "status": status, "code": e.Code}
	if len(e.Fields) > 0 {
		texts, codes := map[string][]tracker.Text{}, map[string][]string{}
		for _, f := range e.Fields {
			name := tracker.ErrorName(f.Field)
			texts[name] = append(texts[name], f.Message)
			codes[name] = append(codes[name], f.Code)
		}
		body["errors"], body["codes"], body["errorTexts"] = tracker.Messages(texts), codes, texts
	}
	if !e.Reason.IsZero() {
		body["error"], body["reason"], body["reasonText"] = e.Title, e.Reason.String(), e.Reason
	}
	if e.Kind == tracker.KindForbidden {
		body["needs"] = append([]string{}, e.Needs...)
	}
	maps.Copy(body, e.Context)
	return body
}

// Capital returns a text with an upper-case first letter.
func Capital(text string) string {
	r := []rune(text)
	r[0] = unicode.ToUpper(r[0])
	return string(r)
}

var problemSchema = object{
	"type":        "object",
	"description": "Every error. Members beyond these are named context of the error.",
	"required":    []string{"type", "title", "status", "code"},
	"properties": object{
		"type":       object{"type": "string", "description": "Always about:blank: the code tells errors apart."},
		"title":      object{"type": "string", "description": "What happened, in a few words."},
		"status":     object{"type": "integer", "description": "The status of the answer."},
		"code":       object{"type": "string", "description": "Stable, for programs and translations."},
		"error":      object{"type": "string", "description": "What happened."},
		"reason":     object{"type": "string", "description": "What it means and what to do."},
		"reasonText": object{"$ref": "#/components/schemas/Text"},
		"errors": object{"type": "object", "description": "Messages by field, in PascalCase.",
			"additionalProperties": object{"type": "array", "items": object{"type": "string"}}},
		"codes": object{"type": "object", "description": "Codes of the messages, in the same order.",
			"additionalProperties": object{"type": "array", "items": object{"type": "string"}}},
		"errorTexts": object{"type": "object", "description": "The keys and values of the messages, in the same order.",
			"additionalProperties": object{"type": "array", "items": object{"$ref": "#/components/schemas/Text"}}},
		"needs": object{"type": "array", "description": "Of a 403: the roles on the company or project that would do, and Administrator. Empty if no role would.",
			"items": object{"type": "string", "enum": append(tracker.RoleOwner.Keys(), tracker.NeedAdministrator)}},
		"traceId":   object{"type": "string", "description": "Finds a defect in the server's log."},
		"changedBy": object{"type": "string", "description": "Who saved last."},
		"changedAt": object{"type": "string", "format": "date-time", "description": "When they did."},
		"current":   object{"description": "The stored entity, after a version conflict."},
		"conflicts": object{"type": "array", "description": "The fields that later changes touched, after an undo that would overwrite them.", "items": object{"type": "object",
			"required": []string{"entity", "id", "name", "field", "label", "current", "wanted"},
			"properties": object{
				"entity": object{"type": "string"}, "id": object{"type": "string"}, "name": object{"type": "string"},
				"field": object{"type": "string"}, "label": object{"type": "string"},
				"current": object{"description": "The value that is stored now."}, "wanted": object{"description": "The value that the undo would restore."}}}},
	},
	"additionalProperties": true,
}
