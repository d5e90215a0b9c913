package main

import (
	"bytes"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// TestProgress checks that nothing is shown for a second, then one line that is
// replaced a few times a second and removed at the end.
func TestProgress(t *testing.T) {
	var out bytes.Buffer
	now := time.Unix(0, 0)
	p := startProgress(&out, func() time.Time { return now })
	sum := summary{accepted: 3, rejected: 1, none: 1}

	now = now.Add(progressAfter - 1)
	p.show(&sum, "a.yaml")
	assert.Empty(t, out.String())
	now = now.Add(1)
	p.show(&sum, "b.yaml")
	p.show(&sum, "c.yaml")
	shown := clearLine + `5 objects, 2 not accepted: "b.yaml"`
	assert.Equal(t, shown, out.String())
	p.end()
	assert.Equal(t, shown+clearLine, out.String())
}

// TestNoProgress checks that a short run shows no progress, and that it is shown
// only on a terminal.
func TestNoProgress(t *testing.T) {
	var out bytes.Buffer
	startProgress(&out, time.Now).end()
	assert.Empty(t, out.String())

	assert.Nil(t, newProgress(&out, &out))
	file, err := os.Create(t.TempDir() + "/file")
	assert.NoError(t, err)
	defer file.Close()
	assert.Nil(t, newProgress(&out, file))
	var none *progress
	none.show(&summary{}, "")
	none.end()
}
