package managedfields_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/managedfields"
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/structural"
)

// entries returns managed fields. Each text has the manager, the operation, the version,
// the day of the month and the fields as JSON.
func entries(t *testing.T, texts ...string) []any {
	t.Helper()
	var out []any
	for _, text := range texts {
		part := strings.SplitN(text, " ", 5)
		fields, err := decode.JSON(context.Background(), []byte(part[4]))
		assert.NoError(t, err, text)
		entry := map[string]any{"manager": part[0], "operation": part[1], "apiVersion": "g/" + part[2],
			"time": "2026-01-" + part[3] + "T00:00:00Z", "fieldsType": "FieldsV1"}
		if fields.Value != nil {
			entry["fieldsV1"] = fields.Value
		}
		out = append(out, entry)
	}
	return out
}

func managedBy(list []any) metaedit.Editor {
	meta := map[string]any{}
	if list != nil {
		meta["managedFields"] = list
	}
	return metaedit.Edit(map[string]any{"metadata": meta})
}

func TestMerge(t *testing.T) {
	stored := []string{`stored Update v1 01 {"f:s":{}}`}
	for name, c := range map[string]struct{ given, want []string }{
		"nothing to do":             {[]string{`a Apply v1 02 {"f:x":{}}`, `a Update v1 01 {"f:x":{".":{},"f:y":{}}}`}, []string{`a Apply v1 02 {"f:x":{}}`, `a Update v1 01 {"f:x":{".":{},"f:y":{}}}`}},
		"the last of one manager":   {[]string{`a Update v1 01 {"f:x":{}}`, `a Update v1 02 {"f:y":{}}`}, []string{`a Update v1 02 {"f:y":{}}`}},
		"of any version applied":    {[]string{`a Apply v2 01 {"f:x":{}}`, `a Apply v1 02 {"f:y":{}}`}, []string{`a Apply v1 02 {"f:y":{}}`}},
		"sorted":                    {[]string{`b Update v1 02 {"f:x":{}}`, `a Update v1 02 {"f:x":{}}`, `c Update v1 01 {"f:x":{}}`, `d Apply v1 03 {"f:x":{}}`}, []string{`d Apply v1 03 {"f:x":{}}`, `c Update v1 01 {"f:x":{}}`, `a Update v1 02 {"f:x":{}}`, `b Update v1 02 {"f:x":{}}`}},
		"without fields":            {[]string{`a Update v1 01 null`, `b Update v1 01 {}`, `c Update v1 01 {".":{}}`, `d Update v1 01 {"z:y":1}`}, nil},
		"canonical":                 {[]string{`a Update v1 01 {".":1,"f:x":null,"f:y":{".":{}},"f:z":{".":5,"f:a":{}},"z:":1}`}, []string{`a Update v1 01 {"f:x":{},"f:y":{},"f:z":{".":{},"f:a":{}}}`}},
		"of a version that is gone": {[]string{`a Update v1 01 {"f:x":{}}`, `b Update v9 01 {"f:x":{}}`}, stored},
		"the same without fields":   {[]string{`a Update v1 01 {"f:x":{}}`, `b Update v9 01 {}`}, stored},
		"the same applied again":    {[]string{`b Apply v9 01 {"f:x":{}}`, `b Apply v1 01 {"f:x":{}}`}, []string{`b Apply v1 01 {"f:x":{}}`}},
		"none":                      {nil, nil},
	} {
		list, old := entries(t, c.given...), managedBy(entries(t, stored...))
		before := structural.Clone(list)
		meta := managedBy(list)
		compared := managedfields.Merge(&meta, &old, func(v string) bool { return v == "g/v1" || v == "g/v2" })
		got, _ := meta.Get("managedFields").([]any)
		assert.Equal(t, entries(t, c.want...), got, name)
		assert.Equal(t, !slices.Equal(c.want, stored), compared, name)
		assert.Equal(t, before, list, name)
	}
	list := entries(t, `a Apply v1 02 {"f:x":{}}`, `a Update v1 01 {"f:x":{".":{},"f:y":{}}}`)
	meta := managedBy(list)
	assert.Zero(t, testing.AllocsPerRun(10, func() {
		managedfields.Merge(&meta, &meta, func(string) bool { return true })
	}))
}

func TestDropOthers(t *testing.T) {
	for name, c := range map[string]struct{ given, want []string }{
		"of that version":                {[]string{`a Update v1 01 {"f:x":{}}`}, []string{`a Update v1 01 {"f:x":{}}`}},
		"of another version":             {[]string{`a Update v1 01 {"f:x":{}}`, `b Update v2 01 {"f:x":{}}`}, []string{`a Update v1 01 {"f:x":{}}`}},
		"of other versions only":         {[]string{`a Update v2 01 {"f:x":{}}`, `b Update v3 01 {"f:x":{}}`}, nil},
		"applied last in another":        {[]string{`a Apply v1 01 {"f:x":{}}`, `a Apply v2 01 {"f:x":{}}`}, nil},
		"applied last in that":           {[]string{`a Apply v2 01 {"f:x":{}}`, `a Apply v1 01 {"f:y":{}}`}, []string{`a Apply v1 01 {"f:y":{}}`}},
		"the last one without fields":    {[]string{`a Update v1 01 {"f:x":{}}`, `a Update v1 01 {}`}, nil},
		"the first one without fields":   {[]string{`a Update v1 01 null`, `a Update v1 01 {"f:x":{}}`}, []string{`a Update v1 01 {"f:x":{}}`}},
		"the last with unknown elements": {[]string{`a Update v1 01 {"f:x":{}}`, `a Update v1 01 {"x:y":null}`}, nil},
	} {
		meta := managedBy(entries(t, c.given...))
		managedfields.DropOthers(&meta, "g/v1")
		got, _ := meta.Get("managedFields").([]any)
		assert.Equal(t, entries(t, c.want...), got, name)
	}
}

// Merging twenty thousand managers does not take quadratic time.
func TestMergeManyManagers(t *testing.T) {
	one := entries(t, `a Update v1 01 {"f:x":{}}`)[0]
	list := make([]any, 20_000)
	for i := range list {
		list[i] = one
	}
	meta := managedBy(list)
	managedfields.Merge(&meta, &meta, func(string) bool { return true })
	assert.Equal(t, []any{one}, meta.Get("managedFields"))
}

// Deep and long values of a status are compared once, not for each level and each manager.
func TestDisownDeepStatus(t *testing.T) {
	const levels, managers = 9_000, 20_000
	nested := func(leaf any) map[string]any {
		for range levels {
			leaf = map[string]any{"a": leaf}
		}
		list := make([]any, managers)
		for i := range list {
			list[i] = int64(i)
		}
		return map[string]any{"deep": leaf, "list": append(list, leaf)}
	}
	owned := map[string]any{"f:b": map[string]any{}}
	for range levels {
		owned = map[string]any{"f:a": owned, "f:b": map[string]any{}}
	}
	fields := map[string]any{"f:status": map[string]any{"f:deep": owned, "f:same": map[string]any{}}}
	entry := func(name string, fields map[string]any) map[string]any {
		return map[string]any{"manager": name, "operation": "Update", "apiVersion": "g/v2", "fieldsType": "FieldsV1", "fieldsV1": fields}
	}
	list := []any{entry("a", fields)}
	for i := range managers {
		list = append(list, entry(fmt.Sprint("b", i), map[string]any{"f:status": map[string]any{"f:list": map[string]any{}}}))
	}
	meta := managedBy(list)
	managedfields.DisownStatus(&meta, map[string]any{"status": nested(int64(1))}, map[string]any{"status": nested(int64(2))}, "g/v1")
	left := meta.Get("managedFields").([]any)
	require.Len(t, left, 1)
	v := left[0].(map[string]any)["fieldsV1"].(map[string]any)["f:status"].(map[string]any)
	assert.Contains(t, v, "f:same")
	v = v["f:deep"].(map[string]any)
	for range levels {
		assert.Contains(t, v, "f:b")
		v, _ = v["f:a"].(map[string]any)
	}
	assert.Nil(t, v, "the innermost field differs")
}

// Entries of other versions lose the fields of the status that a request would change.
func TestDisownStatus(t *testing.T) {
	const owned = `{"f:spec":{},"f:status":{".":{},"f:a":{},"f:in":{".":{},"f:x":{}},"f:list":{"i:0":{}},"f:new":{}}}`
	stored := map[string]any{"a": int64(1), "in": map[string]any{"x": int64(1)}, "list": []any{int64(1)}}
	for name, c := range map[string]struct {
		status any
		want   string
	}{
		"the same":    {stored, owned},
		"none":        {nil, `{"f:spec":{}}`},
		"a value":     {map[string]any{"a": int64(2), "in": stored["in"], "list": stored["list"]}, `{"f:spec":{},"f:status":{".":{},"f:in":{".":{},"f:x":{}},"f:list":{"i:0":{}},"f:new":{}}}`},
		"a map":       {map[string]any{"a": int64(1), "in": map[string]any{"x": int64(2)}, "list": stored["list"]}, `{"f:spec":{},"f:status":{".":{},"f:a":{},"f:in":{},"f:list":{"i:0":{}},"f:new":{}}}`},
		"a list":      {map[string]any{"a": int64(1), "in": stored["in"], "list": []any{}}, `{"f:spec":{},"f:status":{".":{},"f:a":{},"f:in":{".":{},"f:x":{}},"f:new":{}}}`},
		"a new field": {map[string]any{"a": int64(1), "in": stored["in"], "list": stored["list"], "new": int64(1)}, `{"f:spec":{},"f:status":{".":{},"f:a":{},"f:in":{".":{},"f:x":{}},"f:list":{"i:0":{}}}}`},
	} {
		given := map[string]any{}
		if c.status != nil {
			given["status"] = c.status
		}
		meta := managedBy(entries(t, "same Update v1 01 "+owned, "z Update v2 01 "+owned))
		managedfields.DisownStatus(&meta, given, map[string]any{"status": stored}, "g/v1")
		assert.Equal(t, any(entries(t, "same Update v1 01 "+owned, "z Update v2 01 "+c.want)), meta.Get("managedFields"), name)
	}
}
