// Command contract prints the OpenAPI document, from which `make generate` makes
// the web app's types and form rules.
package main

import (
	"fmt"
	"os"

	"btracker/internal/httpapi"
)

func main() {
	document, err := httpapi.Document("1")
	if err != nil {
		fmt.Fprintln(os.Stderr, "contract:", err)
		os.Exit(1)
	}
	fmt.Println(string(document))
}
