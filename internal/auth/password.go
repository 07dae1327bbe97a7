package auth

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"time"

	"golang.org/x/crypto/argon2"
)

// Cost of a hash made now. Stored hashes carry their own cost, so raising it
// here leaves the old ones valid.
var currentCost = argonCost{memoryKiB: 19 * 1024, passes: 2, lanes: 1}

const (
	saltBytes = 16
	keyBytes  = 32
)

// A stored hash asking for more than this is damaged or hostile: obeying it
// could exhaust the machine.
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

// Hasher hashes passwords, a bounded number at once: each hash takes 19 MiB and
// a core for tens of milliseconds, so a burst of sign-ins must queue rather
// than take the machine down.
type Hasher struct {
	slots chan struct{}
	// A hash leaves 19 MiB of garbage, which an idle server would keep until much
	// later. They are given back when no hash has followed for a second.
	release *time.Timer
}

// NewHasher returns a Hasher that runs at most parallel hashes at once.
func NewHasher(parallel int) *Hasher {
	release := time.AfterFunc(time.Hour, debug.FreeOSMemory)
	release.Stop()
	return &Hasher{slots: make(chan struct{}, max(parallel, 1)), release: release}
}

// Hash returns the argon2id PHC string of password. Waiting for a free slot
// ends with ctx.
func (h *Hasher) Hash(ctx context.Context, password string) (string, error) {
	salt := make([]byte, saltBytes)
	rand.Read(salt)
	key, err := h.derive(ctx, password, salt, currentCost, keyBytes)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("$argon2id$v=%d$%s$%s$%s", argon2.Version, currentCost,
		base64.RawStdEncoding.EncodeToString(salt),
		base64.RawStdEncoding.EncodeToString(key)), nil
}

// Verify reports whether password is the one encoded was made from. An empty
// encoded (unknown user, or one without a password) is never a match but costs
// as much as a real one, so that time does not tell which accounts exist.
func (h *Hasher) Verify(ctx context.Context, encoded, password string) (bool, error) {
	if encoded == "" {
		_, err := h.derive(ctx, password, make([]byte, saltBytes), currentCost, keyBytes)
		return false, err
	}
	cost, salt, want, err := parseHash(encoded)
	if err != nil {
		return false, err
	}
	got, err := h.derive(ctx, password, salt, cost, uint32(len(want)))
	if err != nil {
		return false, err
	}
	return subtle.ConstantTimeCompare(got, want) == 1, nil
}

func (h *Hasher) derive(ctx context.Context, password string, salt []byte, cost argonCost, size uint32) ([]byte, error) {
	// select picks at random when both are ready: a caller who has given up
	// must not cost a hash.
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	select {
	case h.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-h.slots }()
	key := argon2.IDKey([]byte(password), salt, cost.passes, cost.memoryKiB, cost.lanes, size)
	h.release.Reset(time.Second)
	return key, nil
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
