package mail

import (
	"strings"
	"testing"
	"time"
)

func TestPasswordReset(t *testing.T) {
	m := PasswordReset(LinkMail{DisplayName: "<script>Ann", Link: link, ValidFor: time.Hour}, "ann@example.com")
	if m.To != "ann@example.com" || m.Subject != "Reset your btracker password" {
		t.Errorf("%+v", m)
	}
	for _, body := range []string{m.Text, m.HTML} {
		if !strings.Contains(body, "for 1 hour.") || !strings.Contains(body, "your password stays as it is") {
			t.Errorf("incomplete: %s", body)
		}
	}
	if !strings.Contains(m.Text, "\n"+link+"\n") {
		t.Errorf("the link is not on a line of its own: %s", m.Text)
	}
	if strings.Contains(m.HTML, "<script>") {
		t.Errorf("a name became markup: %s", m.HTML)
	}
}

func TestInvitationByNobody(t *testing.T) {
	m := Invitation(LinkMail{DisplayName: "Ann", Link: link, ValidFor: time.Hour}, "ann@example.com")
	for _, body := range []string{m.Text, m.HTML} {
		if !strings.Contains(body, "There is now an account for you") {
			t.Errorf("%s", body)
		}
	}
}

func TestHTMLTakesWebLinksAlone(t *testing.T) {
	m := PasswordReset(LinkMail{Link: "javascript:alert(1)"}, "ann@example.com")
	if strings.Contains(m.HTML, `href="javascript`) {
		t.Error(m.HTML)
	}
}

func TestInWords(t *testing.T) {
	for d, want := range map[time.Duration]string{
		time.Minute: "1 minute", 90 * time.Minute: "90 minutes", time.Hour: "1 hour", 36 * time.Hour: "36 hours",
		24 * time.Hour: "1 day", 7 * 24 * time.Hour: "7 days",
	} {
		if got := inWords(d); got != want {
			t.Errorf("%s: %q", d, got)
		}
	}
}
