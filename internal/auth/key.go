package auth

import (
	"crypto/rand"
	"encoding/base32"
	"encoding/binary"
	"hash/crc32"
	"strings"
)

// keyPrefix begins every key, so that people and secret scanners recognise one.
const keyPrefix = "btk_"

// Lengths of the parts of a key behind the prefix.
const (
	keyRandom   = 26 // of rand.Text
	keyChecksum = 7
)

// NewKey returns a key, and its stored form. It has 130 random bits, in letters and digits that
// a double click selects whole.
func NewKey() (plain, hash string) {
	random := rand.Text()
	plain = keyPrefix + random + checksumOf(random)
	return plain, HashOpaqueToken(plain)
}

// IsKey reports whether a text is a key of this program, by its prefix and its checksum. A typing error or a
// guess is refused by it without a look into the database. It does not say that the key exists.
func IsKey(text string) bool {
	secret, ok := strings.CutPrefix(text, keyPrefix)
	if !ok || len(secret) != keyRandom+keyChecksum {
		return false
	}
	random := secret[:len(secret)-keyChecksum]
	return checksumOf(random) == secret[len(random):]
}

func checksumOf(random string) string {
	sum := binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE([]byte(keyPrefix+random)))
	return base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(sum)
}
