package requests

import (
	"log/slog"
	"os"
	"testing"

	"k8s.io/klog/v2"
)

// TestMain drops what the reference logs: of all warnings that it truncates, for example.
func TestMain(m *testing.M) {
	klog.SetSlogLogger(slog.New(slog.DiscardHandler))
	os.Exit(m.Run())
}
