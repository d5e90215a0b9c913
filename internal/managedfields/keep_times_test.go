package managedfields_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema/internal/managedfields"
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/structural"
)

func TestKeepTimes(t *testing.T) {
	object := func(a, version string, managed ...string) map[string]any {
		meta := map[string]any{"name": "n", "resourceVersion": version}
		if len(managed) > 0 {
			meta["managedFields"] = entries(t, managed...)
		}
		return map[string]any{"metadata": meta, "spec": map[string]any{"a": a}}
	}
	const day1, day2, other = `m Update v1 01 {"f:x":{}}`, `m Update v1 02 {"f:x":{}}`, `m Update v1 02 {"f:y":{}}`
	old := object("1", "7", day1)
	for name, c := range map[string]struct {
		given map[string]any
		want  string
	}{
		"only the time":        {object("1", "7", day2), day1},
		"another version":      {object("1", "8", day2), day1},
		"nothing":              {object("1", "7", day1), day1},
		"a value":              {object("2", "7", day2), day2},
		"a field of a manager": {object("1", "7", other), other},
		"one more manager":     {object("1", "7", day2, `n Update v1 02 {"f:x":{}}`), day2},
	} {
		before := structural.Clone(c.given)
		got := managedfields.KeepTimes(c.given, old)
		list, _ := metaedit.Metadata(got)["managedFields"].([]any)
		assert.Equal(t, entries(t, c.want)[0], list[0], name)
		assert.Equal(t, before, c.given, name)
		assert.Equal(t, c.given["spec"], got["spec"], name)
	}
	without := object("1", "7")
	assert.Equal(t, without, managedfields.KeepTimes(without, old))
}
