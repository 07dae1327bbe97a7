package auth

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
)

// ErrNotSealedHere is for a value that was sealed with another secret, or for another purpose.
var ErrNotSealedHere = errors.New("the value was sealed with another secret")

// Seal encrypts a secret that has to be stored, so that a copy of the database alone does not tell it. Open with
// the same purpose, such as "totp" and the id of its user, returns it.
func (s *Signer) Seal(purpose, plain string) (string, error) {
	box, err := s.box()
	if err != nil {
		return "", err
	}
	nonce := make([]byte, box.NonceSize())
	rand.Read(nonce)
	return base64.RawURLEncoding.EncodeToString(box.Seal(nonce, nonce, []byte(plain), []byte(purpose))), nil
}

// Open returns what was sealed for a purpose, or ErrNotSealedHere.
func (s *Signer) Open(purpose, sealed string) (string, error) {
	box, err := s.box()
	if err != nil {
		return "", err
	}
	raw, err := base64.RawURLEncoding.DecodeString(sealed)
	if err != nil || len(raw) < box.NonceSize() {
		return "", ErrNotSealedHere
	}
	plain, err := box.Open(nil, raw[:box.NonceSize()], raw[box.NonceSize():], []byte(purpose))
	if err != nil {
		return "", ErrNotSealedHere
	}
	return string(plain), nil
}

func (s *Signer) box() (cipher.AEAD, error) {
	key, err := hkdf.Key(sha256.New, s.secret, nil, "btracker: stored secrets", 32)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}
