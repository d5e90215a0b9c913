package main

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestBehindFlags gives files that do not exist, or have no certificates. internal/oracle/aggregation has others.
func TestBehindFlags(t *testing.T) {
	text := filepath.Join(t.TempDir(), "text.pem")
	require.NoError(t, os.WriteFile(text, []byte("no certificate"), 0o600))
	for name, c := range map[string]struct {
		args []string
		err  string
	}{
		"no file":           {[]string{"-requestheader-client-ca-file=" + text + "x"}, "text.pemx: no such file"},
		"no authorities":    {[]string{"-requestheader-client-ca-file=" + text, "-requestheader-allowed-names=a,b"}, "authorities of front proxies are not certificates"},
		"no key":            {[]string{"-tls-cert-file=" + text}, "no such file"},
		"no certificate":    {[]string{"-tls-private-key-file=" + text}, "no such file"},
		"wrong certificate": {[]string{"-tls-cert-file=" + text, "-tls-private-key-file=" + text}, "failed to find"},
	} {
		t.Run(name, func(t *testing.T) {
			assert.ErrorContains(t, run(t.Context(), c.args, io.Discard, io.Discard), c.err)
		})
	}
}
