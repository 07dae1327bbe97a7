package httpapi

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"mime"
	"net/http"
	"os"
	"strings"
	"unicode"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"btracker/internal/change"
	"btracker/internal/tracker"
)

// readBody reads a bounded body, within the deadline that the middleware has set.
// Its memory grows as it arrives, from room bytes on.
func readBody(w http.ResponseWriter, r *http.Request, from io.ReadCloser, limit, room int64) ([]byte, error) {
	if r.ContentLength > limit {
		return nil, tracker.TooLarge(limit)
	}
	body := bytes.NewBuffer(make([]byte, 0, room+bytes.MinRead))
	_, err := body.ReadFrom(http.MaxBytesReader(w, from, limit))
	_, tooLarge := errors.AsType[*http.MaxBytesError](err)
	switch {
	case errors.Is(err, tracker.ErrBodiesWait):
		return nil, err
	case tooLarge:
		return nil, tracker.TooLarge(limit)
	case errors.Is(err, os.ErrDeadlineExceeded):
		return nil, tracker.ErrBodyTooSlow
	case err != nil:
		return nil, tracker.ErrBodyUnreadable
	}
	return body.Bytes(), nil
}

// checkJSON refuses a body that is no JSON, or too deep to be decoded.
func checkJSON(r *http.Request, body []byte, optional bool) ([]byte, error) {
	if len(bytes.TrimSpace(body)) == 0 {
		if optional {
			return []byte("{}"), nil
		}
		return nil, tracker.ErrBodyEmpty
	}
	if mediaType, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || mediaType != "application/json" {
		return nil, tracker.ErrNotJSON
	}
	if tooDeep(body) {
		return nil, tracker.ErrBodyTooDeep
	}
	return body, nil
}

// tooDeep counts brackets outside of strings, before a decoder recurses into them.
func tooDeep(body []byte) bool {
	depth, inString := 0, false
	for i := 0; i < len(body); i++ {
		switch c := body[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '{' || c == '[':
			if depth++; depth > maxNesting {
				return true
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	return false
}

// decode is strict, against attacks: names must match exactly, and duplicate names, invalid
// UTF-8 and data after the end are refused. Unknown fields are ignored, because clients
// send whole entities back.
func decode(body []byte, into any) error {
	err := json.Unmarshal(body, into, optionals)
	if err == nil {
		return nil
	}
	if semantic, ok := errors.AsType[*json.SemanticError](err); ok {
		field := ""
		for token := range semantic.JSONPointer.Tokens() {
			if token != "" && unicode.IsLetter(rune(token[0])) { // and not the position in a list
				field = token
			}
		}
		if field != "" {
			return tracker.WrongType(field)
		}
	}
	return tracker.ErrBodyNotObject
}

// optionals decodes tracker.Opt as strictly as other types.
var optionals = json.WithUnmarshalers(json.UnmarshalFromFunc(func(dec *jsontext.Decoder, o tracker.Receiver) error {
	raw, err := dec.ReadValue()
	if err != nil {
		return err
	}
	target := o.Receive(raw)
	if target == nil {
		return nil
	}
	err = json.Unmarshal(raw, target)
	if semantic, ok := errors.AsType[*json.SemanticError](err); ok {
		semantic.JSONPointer = dec.StackPointer() + semantic.JSONPointer // it knows only the place inside of raw
	}
	return err
}))

func idempotencyKey(r *http.Request, body []byte) (key change.IdempotencyKey, err error) {
	value := r.Header.Get("Idempotency-Key")
	if r.Method != http.MethodPost || value == "" {
		return key, nil
	}
	if len(value) > tracker.MaxIdempotencyKey || strings.ContainsFunc(value, func(c rune) bool { return c > '~' || c < ' ' }) {
		return key, tracker.ErrIdempotencyKey
	}
	sum := sha256.Sum256(bytes.Join([][]byte{[]byte(r.Method), []byte(r.URL.Path), body}, []byte{0}))
	return change.IdempotencyKey{Key: value, Fingerprint: hex.EncodeToString(sum[:])}, nil
}
