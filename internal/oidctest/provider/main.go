// Command provider is the OpenID Connect provider of the end-to-end tests. It listens on this machine, prints its
// address, and ends when its input does.
package main

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"time"

	"btracker/internal/oidctest"
)

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: provider REDIRECT-URL")
	}
	listener, issuer, err := oidctest.Listen("127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	provider := oidctest.NewProvider(issuer, os.Args[1:],
		oidctest.Person{Subject: "id-ada", Username: "ada", Email: "ada@example.com", Verified: true, FirstName: "Ada", LastName: "Admin"},
		oidctest.Person{Subject: "id-mia", Username: "mia", Email: "mia@example.com", Verified: true, FirstName: "Mia", LastName: "Member", Groups: []string{"staff"}},
		oidctest.Person{Subject: "id-new", Username: "new", Email: "new.person@example.com", Verified: true, FirstName: "Nora", LastName: "New"},
		oidctest.Person{Subject: "id-unverified", Username: "unverified", Email: "ada@example.com", FirstName: "Una", LastName: "Verified"})
	server := &http.Server{Handler: provider.Handler, ReadHeaderTimeout: 10 * time.Second}
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin) // whoever started it has ended
		_ = server.Close()
	}()
	fmt.Println(issuer)
	if err := server.Serve(listener); err != http.ErrServerClosed {
		log.Fatal(err)
	}
}
