package cellib_test

import (
	"strconv"
	"sync"
	"testing"

	"github.com/google/cel-go/cel"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/cellib"
	"github.com/seed95800270/crdschema/internal/kubeversion"
)

// TestVersions compiles an expression in every version: it must succeed since one
// environment version, until another one, and since one version of the server.
func TestVersions(t *testing.T) {
	cases.Run(t, "testdata/versions.yaml", []string{"since", "until", "server"}, func(t *testing.T, c cases.Case) {
		since, _ := c.Value("since").(int64)
		server, _ := c.Value("server").(int64)
		until, limited := c.Value("until").(int64)
		for minor := kubeversion.Oldest; minor <= kubeversion.Newest; minor++ {
			for _, use := range []cellib.Use{cellib.New, cellib.Stored} {
				version := int64(cellib.EnvVersion(minor, use))
				_, issues := extended(t, minor, use).Compile(c.Name)
				want := version >= since && (!limited || version < until) && int64(minor) >= server
				assert.Equal(t, want, issues.Err() == nil, "1.%d, use %d: %v", minor, use, issues)
			}
		}
	})
}

func TestNoSuchEnvironment(t *testing.T) {
	for _, minor := range []int{-1, 0, kubeversion.Oldest - 1, kubeversion.Newest + 1} {
		_, err := cellib.Env(minor, cellib.New)
		assert.EqualError(t, err, "no CEL environment for Kubernetes 1."+strconv.Itoa(minor)+", use 0")
	}
	_, err := cellib.Env(37, 2)
	assert.EqualError(t, err, "no CEL environment for Kubernetes 1.37, use 2")
}

// TestShared gets all environments from several goroutines. Versions with the same
// libraries share one.
func TestShared(t *testing.T) {
	seen := make([]map[*cel.Env]bool, 4)
	var all sync.WaitGroup
	for i := range seen {
		all.Add(1)
		go func() {
			defer all.Done()
			seen[i] = map[*cel.Env]bool{}
			for minor := kubeversion.Oldest; minor <= kubeversion.Newest; minor++ {
				for _, use := range []cellib.Use{cellib.New, cellib.Stored} {
					env, err := cellib.Env(minor, use)
					assert.NoError(t, err)
					_, issues := env.Compile("[1, 2].sum() == 3 && isURL('/')")
					assert.NoError(t, issues.Err())
					seen[i][env] = true
				}
			}
		}()
	}
	all.Wait()
	assert.Len(t, seen[0], 8, "29 to 32 of servers before 33, 32 to 34 of others, 35 and 36 like 34, and 37")
	for _, other := range seen[1:] {
		assert.Equal(t, seen[0], other)
	}
	written, err := cellib.Env(37, cellib.New)
	require.NoError(t, err)
	stored, err := cellib.Env(34, cellib.Stored)
	require.NoError(t, err)
	assert.Same(t, stored, written)
}

func TestSharedPrograms(t *testing.T) {
	env := extended(t, kubeversion.Newest, cellib.Stored)
	ast, issues := env.Compile("[quantity('1')].map(q, [q.isInteger(), q.isLessThan(quantity('1Ei')), q.isInteger()])[0] == [true, true, false]")
	require.NoError(t, issues.Err())
	run, err := planned(t, env, ast)
	require.NoError(t, err)
	var all sync.WaitGroup
	for range 4 {
		all.Add(1)
		go func() {
			defer all.Done()
			for range 100 {
				value, _, err := run(variables)
				assert.NoError(t, err)
				assert.Equal(t, true, value.Value())
			}
		}()
	}
	all.Wait()
}
