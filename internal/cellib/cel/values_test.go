package cel_test

import (
	"fmt"
	"net/netip"
	"net/url"
	"reflect"
	"testing"

	"github.com/blang/semver/v4"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cellib/cel"
	"github.com/seed95800270/crdschema/internal/cellib/quantity"
)

func values(t *testing.T) map[string]ref.Val {
	one := quantity.Of(1)
	u, err := url.Parse("/a")
	require.NoError(t, err)
	return map[string]ref.Val{
		"cel.IP":        cel.IP{Addr: netip.MustParseAddr("::1")},
		"cel.CIDR":      cel.CIDR{Prefix: netip.MustParsePrefix("10.0.0.0/9")},
		"cel.URL":       cel.URL{URL: u},
		"cel.Semver":    cel.Semver{Version: semver.MustParse("1.2.3")},
		"cel.Format":    cel.Format{Name: "f"},
		"cel.Quantity":  cel.Quantity{Amount: &one},
		"*cel.Quantity": &cel.Quantity{Amount: &one},
	}
}

// TestNames compares the names of the Go types, because CEL's errors contain them.
func TestNames(t *testing.T) {
	for name, v := range values(t) {
		assert.Equal(t, name, fmt.Sprintf("%T", v))
	}
}

func TestConversions(t *testing.T) {
	for name, v := range values(t) {
		own := v.Type().(*types.Type)
		assert.Equal(t, own, v.ConvertToType(types.TypeType), name)
		assert.Equal(t, types.True, v.ConvertToType(own).Equal(deref(v)), name)
		assert.EqualError(t, v.ConvertToType(types.IntType).(*types.Err), fmt.Sprintf("type conversion error from '%s' to 'int'", own), name)
		_, err := v.ConvertToNative(reflect.TypeFor[int]())
		assert.ErrorContains(t, err, "' to 'int'", name)
	}
}

func deref(v ref.Val) ref.Val {
	if q, ok := v.(*cel.Quantity); ok {
		return *q
	}
	return v
}

func TestEqualToNothingElse(t *testing.T) {
	for name, v := range values(t) {
		for other, w := range values(t) {
			if v.Type() != w.Type() {
				assert.True(t, types.IsError(v.Equal(w)), "%s and %s", name, other)
			}
		}
		unknown := types.NewErr("an error")
		assert.Equal(t, unknown, v.Equal(unknown), name)
	}
}

// As on the server, a computed quantity cannot be the right operand of ==.
func TestComputedQuantityOnTheRight(t *testing.T) {
	one := quantity.Of(1)
	written, computed := cel.Quantity{Amount: &one}, &cel.Quantity{Amount: &one}
	assert.Equal(t, types.True, computed.Equal(written))
	assert.EqualError(t, written.Equal(computed).(*types.Err), "no such overload")
}

func TestQueryIsVisitedInOrder(t *testing.T) {
	q := cel.NewQuery(url.Values{"b": {"1"}, "a": {"2", "3"}, "c": nil, "": {""}})
	var keys []string
	for it := q.Iterator(); it.HasNext() == types.True; {
		keys = append(keys, string(it.Next().(types.String)))
	}
	assert.Equal(t, []string{"", "a", "b", "c"}, keys)
	assert.Equal(t, types.Int(4), q.Size())
	assert.False(t, q.IsZeroValue())
	assert.True(t, cel.NewQuery(nil).IsZeroValue())
}
