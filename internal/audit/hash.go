package audit

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// The headers are the first lines of the text that is hashed. A new format gets a new number.
const (
	changeHeader = "btracker change 1\n"
	sealHeader   = "btracker seal 1\n"
)

// entry is one name and value of the text that is hashed.
type entry struct{ name, value string }

// digest hashes a header and the entries, sorted by name, each as name:length:value.
func digest(header string, entries []entry) [32]byte {
	slices.SortStableFunc(entries, func(a, b entry) int { return strings.Compare(a.name, b.name) })
	size := len(header)
	for _, e := range entries {
		size += len(e.name) + len(e.value) + 24
	}
	text := append(make([]byte, 0, size), header...)
	for _, e := range entries {
		text = append(append(text, e.name...), ':')
		text = append(strconv.AppendInt(text, int64(len(e.value)), 10), ':')
		text = append(append(text, e.value...), '\n')
	}
	return sha256.Sum256(text)
}

// timeText writes an instant as it is hashed.
func timeText(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }

// personalValue is a personal value that was cut out of a change.
type personalValue struct {
	place string // a column, or a column and a field: before/address
	raw   string // the value as it is stored: JSON inside of before and after
}

// content is a change as it is hashed: its columns without the personal values, and
// those values.
type content struct {
	fields   []entry
	personal []personalValue
}

// value returns a column of a change by the name that it has in the hash.
func value(c store.AuditedChange, name string) string {
	i, _ := slices.BinarySearchFunc(store.SealedColumns, name, func(c store.SealedColumn, name string) int { return strings.Compare(c.Name, name) })
	if text := c.Values[i]; text != nil {
		return *text
	}
	return ""
}

// contentOf cuts the personal values out of a change. Inside of before and after each of them
// leaves a null.
func contentOf(c store.AuditedChange) content {
	out := content{fields: make([]entry, 0, len(c.Values)+2)}
	out.fields = append(out.fields, entry{"at", timeText(c.At)}, entry{"seq", strconv.FormatInt(c.Seq, 10)})
	entity := value(c, "entity")
	holds := tracker.HoldsPersonalData(entity)
	for i, text := range c.Values {
		if text == nil {
			continue
		}
		field := entry{store.SealedColumns[i].Name, *text}
		switch {
		case holds && field.name == "entityName": // the person's
			out.personal = append(out.personal, personalValue{field.name, *text})
			continue
		case holds && (field.name == "before" || field.name == "after"):
			field.value = tracker.ReplacePersonal(entity, *text, func(name, raw string) string {
				out.personal = append(out.personal, personalValue{field.name + "/" + name, raw})
				return "null"
			})
		}
		out.fields = append(out.fields, field)
	}
	return out
}

var (
	errNoSalt  = errors.New("the salt of its personal values is missing")
	errNotGone = errors.New("a value that should be erased is there")
)

// personalHashes returns the salted hash of each personal value, in their order: made of
// value and salt, or kept from the time before they were erased.
func personalHashes(c store.AuditedChange, of content) ([]string, error) {
	if len(of.personal) == 0 {
		return nil, nil
	}
	hashes := make([]string, len(of.personal))
	if c.Erased != nil {
		var kept map[string]string
		if err := json.Unmarshal([]byte(*c.Erased), &kept); err != nil || c.Salt != nil || len(kept) != len(of.personal) {
			return nil, errNotGone
		}
		for i, v := range of.personal {
			if hashes[i] = kept[v.place]; hashes[i] == "" || !isErased(v.raw) {
				return nil, errNotGone
			}
		}
		return hashes, nil
	}
	if c.Salt == nil {
		return nil, errNoSalt
	}
	salt, err := hex.DecodeString(*c.Salt)
	if err != nil || len(salt) != saltBytes {
		return nil, errNoSalt
	}
	h := hmac.New(sha256.New, salt)
	for i, v := range of.personal {
		h.Reset()
		h.Write([]byte(v.place + ":" + v.raw))
		hashes[i] = hex.EncodeToString(h.Sum(nil))
	}
	return hashes, nil
}

// isErased reports whether a value is one that Erase leaves. Otherwise somebody could
// write another value, and call the first one erased.
func isErased(raw string) bool {
	return raw == "null" || strings.HasPrefix(strings.TrimPrefix(raw, `"`), tracker.ErasedPrefix)
}

// hashChange hashes a change; the error says why that is not possible.
func hashChange(c store.AuditedChange) ([32]byte, error) { return hashContent(c, contentOf(c)) }

func hashContent(c store.AuditedChange, of content) ([32]byte, error) {
	hashes, err := personalHashes(c, of)
	if err != nil {
		return [32]byte{}, err
	}
	for i, hash := range hashes {
		of.fields = append(of.fields, entry{of.personal[i].place, hash})
	}
	return digest(changeHeader, of.fields), nil
}

// digestOf hashes the hashes of the changes of a seal, in their order.
func digestOf(changes []store.SealedChange) string {
	h := sha256.New()
	for i := range changes {
		h.Write(changes[i].Hash[:])
	}
	return hex.EncodeToString(h.Sum(nil))
}

// hashSeal hashes all of a seal but its list, which the digest stands for.
func hashSeal(s store.Seal) string {
	h := digest(sealHeader, []entry{
		{"at", timeText(s.At)}, {"count", strconv.Itoa(s.Size)}, {"digest", s.Digest}, {"fromSeq", strconv.FormatInt(s.FromSeq, 10)},
		{"n", strconv.FormatInt(s.N, 10)}, {"previous", s.Previous}, {"toSeq", strconv.FormatInt(s.ToSeq, 10)},
	})
	return hex.EncodeToString(h[:])
}
