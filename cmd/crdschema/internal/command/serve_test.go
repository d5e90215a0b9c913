package command

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestServe checks that serve runs the plugin with its arguments, streams and exit code, and what it says
// without one.
func TestServe(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the plugins are shell scripts")
	}
	dir, path := t.TempDir(), os.Getenv("PATH")
	t.Setenv("PATH", dir)
	assert.Equal(t, answer{Code: 2, Err: "crdschema: " + errNoServer.Error() + "\n"}, run(t, "", "serve", "--port", "1"))
	t.Setenv("PATH", dir+string(os.PathListSeparator)+path)
	for i, name := range []string{"crdserver", "crdschema-serve"} {
		script := "#!/bin/sh\necho " + name + " \"$@\"\ncat >&2\nexit 3\n"
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(script), 0o700))
		want := answer{Code: 3, Out: name + " --port 1 -h\n", Err: "input"}
		assert.Equal(t, want, run(t, "input", "serve", "--port", "1", "-h"), i)
	}
}
