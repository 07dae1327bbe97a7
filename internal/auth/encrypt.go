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

// ErrNotOurs is for a value that was encrypted with another secret, or for another purpose.
var ErrNotOurs = errors.New("the value was encrypted with another secret")

// Encrypt encrypts a secret that has to be stored, so that a copy of the database alone does not tell it. Decrypt with
// the same purpose, such as "totp" and the id of its user, returns it.
func (s *Signer) Encrypt(purpose, plain string) (string, error) {
	box, err := s.box()
	if err != nil {
		return "", err
	}
	nonce := make([]byte, box.NonceSize())
	rand.Read(nonce)
	return base64.RawURLEncoding.EncodeToString(box.Seal(nonce, nonce, []byte(plain), []byte(purpose))), nil
}

// Decrypt returns what was encrypted for a purpose, or ErrNotOurs.
func (s *Signer) Decrypt(purpose, encrypted string) (string, error) {
	box, err := s.box()
	if err != nil {
		return "", err
	}
	raw, err := base64.RawURLEncoding.DecodeString(encrypted)
	if err != nil || len(raw) < box.NonceSize() {
		return "", ErrNotOurs
	}
	plain, err := box.Open(nil, raw[:box.NonceSize()], raw[box.NonceSize():], []byte(purpose))
	if err != nil {
		return "", ErrNotOurs
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
