package cellib_test

import (
	"sync"
	"testing"

	"github.com/google/cel-go/common/types"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cellib"
	"github.com/seed95800270/crdschema/internal/kubeversion"
)

// TestSumsOfBytes adds to the same literal several times, and in several goroutines.
func TestSumsOfBytes(t *testing.T) {
	env := extended(t, kubeversion.Newest, cellib.Stored)
	for _, text := range []string{
		"[b'1', b'2'].map(x, b'ab' + x) == [b'ab1', b'ab2']",
		"[b'1', b'2'].map(x, dyn(b'ab') + dyn(x)) == [b'ab1', b'ab2']",
	} {
		ast, issues := env.Compile(text)
		require.NoError(t, issues.Err())
		run, err := planned(t, env, ast)
		require.NoError(t, err)
		var all sync.WaitGroup
		for range 4 {
			all.Add(1)
			go func() {
				defer all.Done()
				value, _, err := run(nil)
				assert.NoError(t, err)
				assert.Equal(t, types.True, value, text)
			}()
		}
		all.Wait()
	}
}
