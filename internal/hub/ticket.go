package hub

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"time"
)

// A connection token is a ticket: behind a proxy the WebSocket may reach another
// replica than the negotiation did. The ticket alone proves to that replica that
// another one gave it to this session a moment ago. Event streams and polls need
// the replica that holds their queue, so only WebSockets accept the tickets of
// other replicas.
//
// A ticket consists of the issuing hub, 16 random bytes, the second of issue, and
// a signature of these and the identity.
const (
	ticketIssuer  = 8
	ticketRandom  = 16
	ticketSigned  = ticketIssuer + ticketRandom + 8
	ticketMAC     = 16
	ticketSize    = ticketSigned + ticketMAC
	ticketMaxSkew = 5 * time.Second // between the clocks of two replicas
)

// issueTicket returns a text that needs no encoding: the client pastes it into addresses.
func (h *Hub) issueTicket(who Identity, now time.Time) string {
	ticket := make([]byte, 0, ticketSize)
	ticket = append(ticket, h.issuer[:]...)
	ticket = append(ticket, randomBytes(ticketRandom)...)
	ticket = binary.BigEndian.AppendUint64(ticket, uint64(now.Unix()))
	ticket = append(ticket, h.signTicket(ticket, who)...)
	return base64.RawURLEncoding.EncodeToString(ticket)
}

// acceptTicket reports whether another replica gave the ticket to who a moment ago.
// It refuses tickets of this hub, which finds its own connections in byToken.
func (h *Hub) acceptTicket(text string, who Identity, now time.Time) bool {
	ticket, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil || len(ticket) != ticketSize || bytes.Equal(ticket[:ticketIssuer], h.issuer[:]) {
		return false
	}
	if !hmac.Equal(ticket[ticketSigned:], h.signTicket(ticket[:ticketSigned], who)) {
		return false
	}
	age := now.Sub(time.Unix(int64(binary.BigEndian.Uint64(ticket[ticketSigned-8:])), 0))
	return age >= -ticketMaxSkew && age <= h.timing.unused+ticketMaxSkew
}

func (h *Hub) signTicket(signed []byte, who Identity) []byte {
	mac := hmac.New(sha256.New, h.config.TicketKey)
	mac.Write([]byte("hub ticket\x00" + who.UserID + "\x00" + who.SessionID + "\x00"))
	mac.Write(signed)
	return mac.Sum(nil)[:ticketMAC]
}

func randomBytes(n int) []byte {
	b := make([]byte, n)
	_, _ = rand.Read(b) // never fails
	return b
}
