package objectmeta

import (
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

var modes = map[string]Mode{"reject": Reject, "drop": Drop, "repair": Repair}

func metadataOutcome(in any, mode Mode) outcome {
	out, unknown, err := Metadata(bg, in, mode)
	var texts []string
	for _, p := range unknown {
		texts = append(texts, "metadata."+p.Dotted())
	}
	return outcomeOf(out, texts, err)
}

func TestMetadata(t *testing.T) {
	for _, c := range readTable(t, "metadata.yaml") {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want["reject"], metadataOutcome(c.in, Reject))
			drop, differs := c.want["drop"]
			if !differs {
				drop = c.want["reject"]
			}
			assert.Equal(t, drop, metadataOutcome(c.in, Drop))
			assert.Equal(t, drop, metadataOutcome(c.in, Repair))
		})
	}
}

func TestMetadataIsPure(t *testing.T) {
	for _, c := range readTable(t, "metadata.yaml") {
		in, ok := c.in.(map[string]any)
		if !ok {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			for _, mode := range modes {
				requirePure(t, in, func() (map[string]any, error) {
					out, _, err := Metadata(bg, in, mode)
					return out, err
				})
				requireIdempotent(t, in, mode)
			}
		})
	}
}

// requireIdempotent checks that a result does not change when it is normalized
// again, except for some times.
func requireIdempotent(t testing.TB, in any, mode Mode) {
	t.Helper()
	once, _, err := Metadata(bg, in, mode)
	if err != nil || hasUnstableTime(once) {
		return
	}
	twice, unknown, err := Metadata(bg, once, Reject)
	require.Nil(t, err)
	require.Empty(t, unknown)
	require.Equal(t, reflect.ValueOf(once).Pointer(), reflect.ValueOf(twice).Pointer(), "changed again: %v", once)
}

// hasUnstableTime reports whether normalized metadata has a time that was written
// as null or in a form that reads differently.
func hasUnstableTime(meta map[string]any) bool {
	if unstableTime(meta, "creationTimestamp") || unstableTime(meta, "deletionTimestamp") {
		return true
	}
	entries, _ := meta["managedFields"].([]any)
	return slices.ContainsFunc(entries, func(e any) bool { return unstableTime(e.(map[string]any), "time") })
}

func unstableTime(m map[string]any, key string) bool {
	v, present := m[key]
	s, _ := v.(string)
	parsed, err := time.Parse(time.RFC3339, s)
	return present && (err != nil || parsed.IsZero())
}

func TestMetadataErrorIsData(t *testing.T) {
	in := map[string]any{"labels": int64(5)}
	out, unknown, failed := Metadata(bg, in, Reject)
	err := invalidOf(t, failed)
	assert.Nil(t, out)
	assert.Nil(t, unknown)
	assert.Equal(t, field.Undecodable, err.Kind)
	assert.Empty(t, err.Path)
	assert.Equal(t, in, err.Value)
	assert.Equal(t, err.Detail, err.Error())
}

func TestTextThatIsNotUTF8(t *testing.T) {
	in := map[string]any{
		"name":       "a\xffb\xe2\x82",
		"labels":     map[string]any{"k\xfe": "first", "k\xff": "\xff", "k": "v"},
		"finalizers": []any{"\xff"},
		"x\xff":      true,
		"x\xfe":      true,
		"managedFields": []any{map[string]any{
			"fieldsV1": map[string]any{"\xfe": int64(1), "\xff": "\xff"},
		}},
	}
	out, unknown, err := Metadata(bg, in, Reject)
	require.Nil(t, err)
	assert.Equal(t, map[string]any{
		"name":          "a\ufffdb\ufffd\ufffd",
		"labels":        map[string]any{"k": "v", "k\ufffd": "\ufffd"},
		"finalizers":    []any{"\ufffd"},
		"managedFields": []any{map[string]any{"fieldsV1": map[string]any{"\ufffd": "\ufffd"}}},
	}, out)
	assert.Equal(t, []structural.Path{
		{structural.Field("labels"), structural.Field("k\ufffd")},
		{structural.Field("x\ufffd")},
	}, unknown, "a repeated label is reported with the unknown fields, each text once")
	_, _, err = Metadata(bg, map[string]any{"creationTimestamp": "\xff"}, Reject)
	require.NotNil(t, err)
	assert.Equal(t, `parsing time "\xef\xbf\xbd" as "2006-01-02T15:04:05Z07:00": cannot parse "\xef\xbf\xbd" as "2006"`, err.Error())
}

func TestUnknownFieldsAreCountedToAHundred(t *testing.T) {
	in := map[string]any{}
	for i := range 200 {
		in[fmt.Sprintf("x%03d", i)] = true
	}
	out, unknown, err := Metadata(bg, in, Reject)
	require.Nil(t, err)
	assert.Empty(t, out)
	require.Len(t, unknown, maxUnknown)
	assert.Equal(t, structural.Path{structural.Field("x099")}, unknown[99])
}

func FuzzMetadata(f *testing.F) {
	for _, c := range readTable(f, "metadata.yaml") {
		f.Add(jsonText(c.in))
	}
	f.Fuzz(func(t *testing.T, text string) {
		v, ok := tryJSON(text)
		if !ok {
			return
		}
		for _, mode := range modes {
			requireIdempotent(t, v, mode)
			if in, ok := v.(map[string]any); ok {
				requirePure(t, in, func() (map[string]any, error) {
					out, _, err := Metadata(bg, in, mode)
					require.True(t, err == nil || mode == Reject, "only Reject rejects an object")
					return out, err
				})
			}
		}
	})
}
