package audit

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"

	"btracker/internal/store"
)

// exportedChange is a line of an export; docs/audit.md describes it.
type exportedChange struct {
	Change   map[string]string  `json:"change"` // what is hashed, by name
	Personal []exportedPersonal `json:"personal,omitempty"`
}

// exportedPersonal is a personal value with its salt, or the hash of one that was erased.
type exportedPersonal struct {
	Place string  `json:"place"`
	Value *string `json:"value,omitempty"`
	Salt  *string `json:"salt,omitempty"`
	Hash  *string `json:"hash,omitempty"`
}

type exportedSeal struct {
	Seal sealLine `json:"seal"`
}

type sealLine struct {
	N        int64  `json:"n"`
	FromSeq  int64  `json:"fromSeq"`
	ToSeq    int64  `json:"toSeq"`
	At       string `json:"at"`
	Count    int    `json:"count"`
	Digest   string `json:"digest"`
	Previous string `json:"previous"`
	Hash     string `json:"hash"`
}

// Export writes all sealed changes as JSON lines, each seal behind its changes. The
// changes that retention removed are not there; their seals are.
func Export(ctx context.Context, s *store.Store, to io.Writer) error {
	out := bufio.NewWriterSize(to, 1<<16)
	lines := json.NewEncoder(out)
	lines.SetEscapeHTML(false)
	e := exporter{store: s, lines: lines, ahead: map[int64]store.AuditedChange{}}
	for last := int64(0); ; {
		seals, err := s.Seals(ctx, last, sealPage)
		if err != nil {
			return err
		}
		if len(seals) == 0 {
			return out.Flush()
		}
		for _, seal := range seals {
			if err := e.seal(ctx, seal); err != nil {
				return err
			}
			last = seal.N
		}
	}
}

type exporter struct {
	store *store.Store
	lines *json.Encoder
	ahead map[int64]store.AuditedChange
}

func (e exporter) seal(ctx context.Context, s store.Seal) error {
	for _, sealed := range s.Changes {
		c, err := e.change(ctx, s, sealed.Seq)
		if err != nil {
			return fmt.Errorf("change %d: %w; run btracker audit verify", sealed.Seq, err)
		}
		line, err := exported(c)
		if err != nil {
			return fmt.Errorf("change %d: %w; run btracker audit verify", sealed.Seq, err)
		}
		if err := e.lines.Encode(line); err != nil {
			return err
		}
	}
	clear(e.ahead)
	return e.lines.Encode(exportedSeal{sealLine{s.N, s.FromSeq, s.ToSeq, timeText(s.At), s.Size, s.Digest, s.Previous, s.Hash}})
}

// change reads a change of a seal, and with the first one those that follow it.
func (e exporter) change(ctx context.Context, s store.Seal, seq int64) (store.AuditedChange, error) {
	if len(e.ahead) == 0 && seq == s.Changes[0].Seq {
		page, err := e.store.AuditedChanges(ctx, s.FromSeq-1, s.Size)
		if err != nil {
			return store.AuditedChange{}, err
		}
		for _, c := range page {
			e.ahead[c.Seq] = c
		}
	}
	if c, ok := e.ahead[seq]; ok {
		return c, nil
	}
	return e.store.AuditedChange(ctx, seq)
}

func exported(c store.AuditedChange) (exportedChange, error) {
	of := contentOf(c)
	line := exportedChange{Change: map[string]string{}}
	for _, f := range of.fields {
		line.Change[f.name] = f.value
	}
	hashes, err := personalHashes(c, of)
	for i := range hashes {
		p := exportedPersonal{Place: of.personal[i].place}
		if c.Erased != nil {
			p.Hash = &hashes[i]
		} else {
			p.Value, p.Salt = &of.personal[i].raw, c.Salt
		}
		line.Personal = append(line.Personal, p)
	}
	return line, err
}
