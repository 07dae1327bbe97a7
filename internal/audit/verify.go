package audit

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"time"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// HeadOf is the head that a seal makes. Before the first seal it is empty.
func HeadOf(s store.Seal) tracker.AuditHead {
	if s.N == 0 {
		return tracker.AuditHead{}
	}
	return tracker.AuditHead{Seq: s.ToSeq, At: &s.At, Hash: &s.Hash}
}

// Finding is something that does not fit, with the number of the change at which it was found.
type Finding struct {
	Seq  int64
	Text string
}

// maxFindings bounds a report. One is enough to know that somebody has been there.
const maxFindings = 20

// Report is what Verify found.
type Report struct {
	Head      tracker.AuditHead
	Seals     int
	Changes   int       // that were recomputed
	First     int64     // the first of them
	FirstAt   time.Time // and its time
	Removed   int       // seals whose changes retention has removed
	RemovedTo int64     // the highest number of these changes
	Unsealed  int       // changes that no seal covers yet
	Findings  []Finding // the first of them first; empty if all fits
}

const (
	sealPage   = 100
	changePage = 2000
	// maxUnclaimed bounds the memory: so many changes that no seal knows are not the late
	// commits of a few seconds.
	maxUnclaimed = 100_000
)

// Verify recomputes all seals, and looks in the chain for heads that were kept; one without
// a number is looked for by its hash alone. It may run beside a
// server, and holds a bounded part of the log in memory. progress may be nil.
func Verify(ctx context.Context, s *store.Store, heads []tracker.AuditHead, progress func(done, total int)) (Report, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // a page that nobody waits for
	v := &verifier{store: s, heads: slices.Clone(heads), pending: map[int64]read{}, frontier: math.MinInt64, progress: progress}
	var err error
	if v.total, err = s.SealedChanges(ctx); err != nil {
		return v.report, err
	}
	for {
		seals, err := s.Seals(ctx, v.last.N, sealPage)
		if err != nil {
			return v.report, err
		}
		if len(seals) == 0 {
			break
		}
		for _, seal := range seals {
			if err := v.seal(ctx, seal); err != nil {
				return v.report, err
			}
		}
	}
	return v.finish(ctx)
}

// read is the hash of a change that was read.
type read struct {
	store.Position
	hash [32]byte
	err  error
	at   time.Time
}

type verifier struct {
	store    *store.Store
	report   Report
	heads    []tracker.AuditHead // that were not found yet
	last     store.Seal
	pending  map[int64]read // changes that were read, until a seal claims them
	frontier int64          // all changes up to this number were read
	ahead    chan page      // the page behind it, which is being read while the one before is hashed
	total    int
	progress func(done, total int)
}

func (v *verifier) finding(seq int64, format string, args ...any) {
	v.report.Findings = append(v.report.Findings, Finding{seq, fmt.Sprintf(format, args...)})
}

// name is how findings call a seal.
func name(s store.Seal) string {
	return fmt.Sprintf("seal %d (changes %d to %d, of %s)", s.N, s.FromSeq, s.ToSeq, timeText(s.At))
}

// seal verifies one seal: that it follows the one before, and that its changes are as
// they were.
func (v *verifier) seal(ctx context.Context, s store.Seal) error {
	v.report.Seals++
	switch {
	case len(v.report.Findings) >= maxFindings:
	case s.N != v.last.N+1:
		v.finding(s.FromSeq, "%d seals in front of %s are missing", s.N-v.last.N-1, name(s))
	case hashSeal(s) != s.Hash:
		v.finding(s.FromSeq, "%s was changed", name(s))
	case s.Previous != v.last.Hash:
		v.finding(s.FromSeq, "%s does not follow the seal before it", name(s))
	}
	v.heads = slices.DeleteFunc(v.heads, func(h tracker.AuditHead) bool { return *h.Hash == s.Hash && (h.Seq == 0 || h.Seq == s.ToSeq) })
	v.last = s
	if s.Changes == nil {
		if v.report.Changes > 0 {
			v.finding(s.FromSeq, "the changes of %s were removed, and those before are there", name(s))
		}
		v.report.Removed++
		v.report.RemovedTo = max(v.report.RemovedTo, s.ToSeq)
		return nil
	}
	return v.changes(ctx, s)
}

// changes verifies the changes of a seal.
func (v *verifier) changes(ctx context.Context, s store.Seal) error {
	before := len(v.report.Findings)
	from, to := s.Changes[0].Seq, s.Changes[0].Seq
	for _, c := range s.Changes {
		from, to = min(from, c.Seq), max(to, c.Seq)
		found, err := v.claim(ctx, c.Seq, c.Hash)
		if errors.Is(err, tracker.ErrNotFound) {
			gone, err := v.isRemoved(ctx, s.N)
			if err != nil {
				return err
			}
			if gone { // by retention, while this looked
				v.report.Removed++
				v.report.RemovedTo = max(v.report.RemovedTo, s.ToSeq)
				return nil
			}
			v.finding(c.Seq, "change %d is missing; %s covers it", c.Seq, name(s))
			continue
		}
		if err != nil {
			return err
		}
		switch {
		case found.err != nil:
			v.finding(c.Seq, "change %d was changed: %s; %s covers it", c.Seq, found.err, name(s))
		case found.hash != c.Hash:
			v.finding(c.Seq, "change %d was changed; %s covers it", c.Seq, name(s))
		}
		if v.report.Changes == 0 || c.Seq < v.report.First {
			v.report.First, v.report.FirstAt = c.Seq, found.at
		}
		v.report.Changes++
	}
	// Only if all changes fit the list, because then it is the list that does not fit the seal.
	if len(v.report.Findings) == before && (from != s.FromSeq || to != s.ToSeq || len(s.Changes) != s.Size || digestOf(s.Changes) != s.Digest) {
		v.finding(s.FromSeq, "the list of changes of %s was changed", name(s))
	}
	if len(v.report.Findings) > 10*maxFindings {
		v.report.Findings = v.report.Findings[:10*maxFindings]
	}
	if v.progress != nil && v.total > 0 {
		v.progress(min(v.report.Changes, v.total-1), v.total)
	}
	return nil
}

// claim returns the change that a seal names, and takes it from those that were read.
// A change that does not fit, or is not there, is read again alone: since it was read, a
// transaction with a lower number may have committed, the job may have sealed it, or its
// person may have been erased.
func (v *verifier) claim(ctx context.Context, seq int64, want [32]byte) (read, error) {
	for v.frontier < seq {
		if err := v.readPage(ctx); err != nil {
			return read{}, err
		}
	}
	found, ok := v.pending[seq]
	delete(v.pending, seq)
	if ok && found.err == nil && found.hash == want {
		return found, nil
	}
	c, err := v.store.AuditedChange(ctx, seq)
	if err != nil {
		return read{}, err
	}
	return hashed(c), nil
}

func hashed(c store.AuditedChange) read {
	hash, err := hashChange(c)
	return read{c.Position, hash, err, c.At}
}

type page struct {
	changes []store.AuditedChange
	err     error
}

// readAhead begins to read the page behind a number.
func (v *verifier) readAhead(ctx context.Context, after int64) {
	ahead := make(chan page, 1)
	v.ahead = ahead
	go func() {
		changes, err := v.store.AuditedChanges(ctx, after, changePage)
		ahead <- page{changes, err}
	}()
}

func (v *verifier) readPage(ctx context.Context) error {
	if v.ahead == nil {
		v.readAhead(ctx, v.frontier)
	}
	read := <-v.ahead
	if read.err != nil {
		return read.err
	}
	if n := len(read.changes); n < changePage {
		v.frontier = math.MaxInt64
	} else {
		v.frontier = read.changes[n-1].Seq
		v.readAhead(ctx, v.frontier)
	}
	for _, c := range read.changes {
		v.pending[c.Seq] = hashed(c)
	}
	if len(v.pending) > maxUnclaimed {
		return fmt.Errorf("more than %d changes are in no seal, such as change %d", maxUnclaimed, v.lowestPending())
	}
	return nil
}

func (v *verifier) lowestPending() int64 {
	lowest := int64(math.MaxInt64)
	for seq := range v.pending {
		lowest = min(lowest, seq)
	}
	return lowest
}

func (v *verifier) isRemoved(ctx context.Context, n int64) (bool, error) {
	seals, err := v.store.Seals(ctx, n-1, 1)
	return len(seals) == 1 && seals[0].N == n && seals[0].Changes == nil, err
}

// finish looks at the changes that no seal claimed, and at the heads that were not found.
func (v *verifier) finish(ctx context.Context) (Report, error) {
	for _, c := range v.pending {
		v.unclaimed(c.Position)
	}
	for v.frontier < math.MaxInt64 {
		clear(v.pending)
		if err := v.readPage(ctx); err != nil {
			return v.report, err
		}
		for _, c := range v.pending {
			v.unclaimed(c.Position)
		}
	}
	if v.progress != nil && v.total > 0 {
		v.progress(v.total, v.total)
	}
	erased, err := v.store.ErasedWithoutTrace(ctx)
	if err != nil {
		return v.report, err
	}
	if erased > 0 {
		v.finding(erased, "the personal values of change %d were erased, and no change says that its person was", erased)
	}
	if err := v.blocks(ctx); err != nil {
		return v.report, err
	}
	for _, h := range v.heads {
		v.finding(h.Seq, "the head %s of change %d is not in the chain", *h.Hash, h.Seq)
	}
	slices.SortStableFunc(v.report.Findings, func(a, b Finding) int { return cmp.Compare(a.Seq, b.Seq) })
	v.report.Findings = v.report.Findings[:min(len(v.report.Findings), maxFindings)]
	v.report.Head = HeadOf(v.last)
	return v.report, nil
}

// blocks verifies the table by which filters of the history find changes. Seals don't cover it, because it can be made
// anew of the changes, if these fit.
func (v *verifier) blocks(ctx context.Context) error {
	if len(v.report.Findings) > 0 {
		return nil
	}
	found := 0
	return v.store.EachWrongBlock(ctx, func(w store.WrongBlock) {
		if found++; found <= maxFindings {
			v.finding(w.FirstSeq, "the row of change_block for the changes from %d on %s; btracker audit reindex writes the table anew", w.FirstSeq, w.Why)
		}
	})
}

// unclaimed judges a change that no seal names. Seals cover all changes up to the position of the last one.
func (v *verifier) unclaimed(p store.Position) {
	last := v.last.Last
	if v.last.N > 0 && (p.Tx < last.Tx || p.Tx == last.Tx && p.Seq <= last.Seq) {
		v.finding(p.Seq, "change %d is in no seal: it was added, or its seal was removed", p.Seq)
		return
	}
	v.report.Unsealed++
}

var wholeHash = regexp.MustCompile(`^[0-9a-f]{64}$`)

// ParseHeads reads heads, one a line: as JSON, or the hash alone.
func ParseHeads(text string) (heads []tracker.AuditHead, err error) {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		head := tracker.AuditHead{Hash: &line}
		if strings.HasPrefix(line, "{") {
			head = tracker.AuditHead{}
			if err := json.Unmarshal([]byte(line), &head); err != nil {
				return nil, fmt.Errorf("%q is not a head", line)
			}
		}
		if head.Hash == nil || !wholeHash.MatchString(*head.Hash) {
			return nil, fmt.Errorf("%q has no hash of 64 hexadecimal digits", line)
		}
		heads = append(heads, head)
	}
	if len(heads) == 0 {
		return nil, errors.New("there is no head in it")
	}
	return heads, nil
}
