package main

import (
	"bytes"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestBuiltIn(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, run(t.Context(), builtInCRD, builtInObjects, time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), &out))
	assert.Equal(t, `NAME      COLOR   WATTS   ON     CHANGED   AGE
desk      red     40      true   30s       45m
ceiling   white   7                        213d
porch     white   100                      
`, out.String())
	assert.Error(t, run(t.Context(), builtInObjects, builtInObjects, time.Now(), &out))
	assert.Error(t, run(t.Context(), builtInCRD, []byte("a: [b"), time.Now(), &out))
}
