package auth

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/crypto/argon2"

	"btracker/internal/share"
	"btracker/internal/tracker"
)

// currentCost is the cost of new hashes. Stored hashes have their own cost in them, so a
// higher cost here leaves them valid.
var currentCost = argonCost{memoryKiB: 19 * 1024, passes: 2, lanes: 1}

const (
	saltBytes = 16
	keyBytes  = 32
	// collectEvery is after how many hashes garbage is collected. Each leaves 19 MiB, and a
	// burst of sign-ins would else pile up several times the memory that is in use.
	collectEvery = 3
)

// highestCost bounds the cost of stored hashes: a damaged or hostile hash could exhaust the
// machine.
var highestCost = argonCost{memoryKiB: 256 * 1024, passes: 16, lanes: 16}

var errBadHash = errors.New("stored password hash is not a usable argon2id string")

type argonCost struct {
	memoryKiB uint32
	passes    uint32
	lanes     uint8
}

func (c argonCost) String() string {
	return fmt.Sprintf("m=%d,t=%d,p=%d", c.memoryKiB, c.passes, c.lanes)
}

// Origin says who asks for a hash.
type Origin = share.Origin

// Hasher hashes passwords, a bounded number at once: a hash takes 19 MiB, and a core for tens
// of milliseconds. The other sign-ins of a burst wait for a slot.
type Hasher struct {
	// MaxWait is how long a caller waits for a slot. Set it before the first call. It must be
	// shorter than the timeout of a request, so that the caller gets a 429.
	MaxWait time.Duration

	turns *share.Turns
	// release returns the garbage of hashes to the system when no hash has followed for a
	// second. An idle server would keep it.
	release *time.Timer
	hashed  atomic.Int64
}

// NewHasher returns a Hasher that runs at most parallel hashes at once.
func NewHasher(parallel int) *Hasher {
	release := time.AfterFunc(time.Hour, debug.FreeOSMemory)
	release.Stop()
	return &Hasher{MaxWait: 10 * time.Second, turns: share.NewTurns(max(parallel, 1), max(parallel-1, 1), tracker.ErrSignInsWait), release: release}
}

// Slot is the right to hash now. It ends when the function that InTurn called returns.
type Slot struct{ h *Hasher }

// InTurn waits for a slot and calls use with it. The order is fair between addresses and
// between accounts; see share.Turns. It returns tracker.ErrSignInsWait when too many wait or the
// caller waits too long, and the error of ctx when that ends.
func (h *Hasher) InTurn(ctx context.Context, from Origin, use func(Slot) error) error {
	giveBack, err := h.turns.Take(ctx, from, h.MaxWait)
	if err != nil {
		return err
	}
	defer giveBack()
	return use(Slot{h})
}

// Hash returns the argon2id PHC string of password, in turn.
func (h *Hasher) Hash(ctx context.Context, from Origin, password string) (encoded string, err error) {
	err = h.InTurn(ctx, from, func(s Slot) error {
		encoded = s.Hash(password)
		return nil
	})
	return encoded, err
}

// Load says how busy a Hasher is.
type Load struct {
	Running int   // slots that are taken
	Waiting int   // callers in the queue
	Hashed  int64 // hashes computed since the start
}

func (h *Hasher) Load() Load {
	running, waiting := h.turns.Load()
	return Load{Running: running, Waiting: waiting, Hashed: h.hashed.Load()}
}

// Hash returns the argon2id PHC string of password.
func (s Slot) Hash(password string) string {
	salt := make([]byte, saltBytes)
	rand.Read(salt)
	key := s.derive(password, salt, currentCost, keyBytes)
	return fmt.Sprintf("$argon2id$v=%d$%s$%s$%s", argon2.Version, currentCost,
		base64.RawStdEncoding.EncodeToString(salt),
		base64.RawStdEncoding.EncodeToString(key))
}

// Verify reports whether encoded is a hash of password. An empty encoded (of an unknown
// user, or a user without a password) never matches, but takes as long as a real hash, so
// that the time does not tell which accounts exist.
func (s Slot) Verify(encoded, password string) (bool, error) {
	if encoded == "" {
		s.derive(password, make([]byte, saltBytes), currentCost, keyBytes)
		return false, nil
	}
	cost, salt, want, err := parseHash(encoded)
	if err != nil {
		return false, err
	}
	got := s.derive(password, salt, cost, uint32(len(want)))
	return subtle.ConstantTimeCompare(got, want) == 1, nil
}

func (s Slot) derive(password string, salt []byte, cost argonCost, size uint32) []byte {
	key := argon2.IDKey([]byte(password), salt, cost.passes, cost.memoryKiB, cost.lanes, size)
	if s.h.hashed.Add(1)%collectEvery == 0 {
		runtime.GC()
	}
	s.h.release.Reset(time.Second)
	return key
}

func parseHash(encoded string) (cost argonCost, salt, key []byte, err error) {
	parts := strings.Split(encoded, "$")
	if len(parts) != 6 || parts[0] != "" || parts[1] != "argon2id" || parts[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return cost, nil, nil, errBadHash
	}
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &cost.memoryKiB, &cost.passes, &cost.lanes); err != nil || parts[3] != cost.String() {
		return cost, nil, nil, errBadHash
	}
	if cost.memoryKiB == 0 || cost.passes == 0 || cost.lanes == 0 ||
		cost.memoryKiB > highestCost.memoryKiB || cost.passes > highestCost.passes || cost.lanes > highestCost.lanes {
		return cost, nil, nil, errBadHash
	}
	salt, saltErr := base64.RawStdEncoding.DecodeString(parts[4])
	key, keyErr := base64.RawStdEncoding.DecodeString(parts[5])
	// A short key would match many passwords; an empty one would match all.
	if saltErr != nil || keyErr != nil || len(salt) < 8 || len(key) < 16 || len(key) > 64 {
		return cost, nil, nil, errBadHash
	}
	return cost, salt, key, nil
}
