package notify_test

import (
	"os"
	"testing"

	"btracker/internal/apitest"
)

func TestMain(m *testing.M) { os.Exit(apitest.Main(m)) }

type object = map[string]any
