package cellib_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/cel-go/common/types/ref"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cellib"
	"github.com/seed95800270/crdschema/internal/kubeversion"
)

var parsers = map[string]string{
	"isIP(u)":           "ip(u)",
	"isCIDR(u)":         "cidr(u)",
	"isQuantity(u)":     "quantity(u)",
	"isURL(u)":          "url(u)",
	"isSemver(u)":       "semver(u)",
	"isSemver(u, true)": "semver(u, true)",
}

// TestLargeStrings calls everything that reads a string with a megabyte. Any result takes
// little time.
func TestLargeStrings(t *testing.T) {
	size := 1 << 20
	if testing.Short() {
		size >>= 4
	}
	expressions := []string{"u.find('a+')", "u.findAll('a', 3)", "u.split('a', 3)", "u.replace('a', 'b')", "u.trim()", "[u].max()", "ip.isCanonical(u)", "cidr('::/0').containsIP(u)", "cidr('::/0').containsCIDR(u)"}
	for is, parse := range parsers {
		expressions = append(expressions, is, parse)
	}
	for _, name := range []string{"dns1123Label", "dns1123Subdomain", "dns1035Label", "qualifiedName", "labelValue", "dns1123LabelPrefix", "uri", "uuid", "byte", "date", "datetime"} {
		expressions = append(expressions, "format."+name+"().validate(u)")
	}
	env := extended(t, kubeversion.Newest, cellib.Stored)
	for _, expression := range expressions {
		ast, issues := env.Compile(expression)
		require.NoError(t, issues.Err())
		run, err := planned(t, env, ast)
		require.NoError(t, err)
		for _, piece := range []string{"a", "1", "0", ".", ":", "1.", "a-", "/", "%41", "1:", "Ki", "e1", "\xff"} {
			text := strings.Repeat(piece, size/len(piece))
			start := time.Now()
			_, cost, _ := run(map[string]any{"u": text})
			assert.Positive(t, cost)
			assert.Less(t, time.Since(start), 2*time.Second, "%s with %s…", expression, piece)
		}
	}
}

// FuzzParsers compares each predicate with its parser. Only url rejects a few more strings
// than isURL.
func FuzzParsers(f *testing.F) {
	for _, seed := range []string{"", "::1", "1.2.3.4/8", "::ffff:1.2.3.4", "1.5Ki", ".", "1e400", "https://a/b?c#d", "/", "v1.2", "1.2.3-rc.1+b", "1..2"} {
		f.Add(seed)
	}
	env := extended(f, kubeversion.Newest, cellib.Stored)
	type evaluation = func(map[string]any) (ref.Val, uint64, error)
	program := func(expression string) evaluation {
		ast, issues := env.Compile(expression)
		require.NoError(f, issues.Err())
		run, err := planned(f, env, ast)
		require.NoError(f, err)
		return run
	}
	programs := map[string][2]evaluation{}
	for is, parse := range parsers {
		programs[is] = [2]evaluation{program(is), program(parse)}
	}
	f.Fuzz(func(t *testing.T, text string) {
		for is, p := range programs {
			answer, _, err := p[0](map[string]any{"u": text})
			require.NoError(t, err)
			_, _, err = p[1](map[string]any{"u": text})
			if is != "isURL(u)" || answer.Value() == false {
				assert.Equal(t, err == nil, answer.Value(), "%s %q: %v", is, text, err)
			}
		}
	})
}
