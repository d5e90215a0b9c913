package jsonpath_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/jsonpath"
	"github.com/seed95800270/crdschema/internal/work"
)

func sample() map[string]any {
	return map[string]any{
		"nothing": nil,
		"spec":    map[string]any{"image": "nginx", "replicas": int64(3)},
		"list": []any{
			map[string]any{"name": "a", "n": int64(1)}, map[string]any{"name": "b", "n": int64(2)}, map[string]any{"name": "c"},
		},
	}
}

func execute(template string, v any, missing jsonpath.Missing) (string, error) {
	path, err := jsonpath.Parse(template)
	if err != nil {
		return "", err
	}
	sets, err := path.Find(nil, v, missing)
	if err != nil {
		return "", err
	}
	var text []byte
	for _, set := range sets {
		if text, err = jsonpath.AppendText(work.Start(context.Background(), ""), text, set); err != nil {
			return "", err
		}
	}
	return string(text), nil
}

func TestPaths(t *testing.T) {
	cases.Run(t, "testdata/paths.yaml", []string{"template", "value", "missing", "text", "error"}, func(t *testing.T, c cases.Case) {
		v := any(sample())
		if c.Has("value") {
			v = c.Value("value")
		}
		missing := jsonpath.Refuse
		if c.Has("missing") {
			missing = jsonpath.Allow
		}
		text, err := execute(c.Text(t, "template"), v, missing)
		if c.Has("error") {
			require.EqualError(t, err, c.Text(t, "error"))
			return
		}
		require.NoError(t, err)
		assert.Equal(t, c.Text(t, "text"), text)
	})
}

func TestOrder(t *testing.T) {
	m := map[string]any{}
	for _, k := range strings.Split("q w e r t y u i o p a s d f", " ") {
		m[k] = map[string]any{"k": k}
	}
	for template, want := range map[string]string{"{.*.k}": "a d e f i o p q r s t u w y", "{..k}": "a d e f i o p q r s t u w y"} {
		for range 5 {
			text, err := execute(template, m, jsonpath.Allow)
			require.NoError(t, err)
			assert.Equal(t, want, text)
		}
	}
}

// TestNullElements checks templates with which the server crashes.
func TestNullElements(t *testing.T) {
	v := map[string]any{"list": []any{nil, []any{int64(7)}}}
	for template, want := range map[string]string{
		"{range .list[*]}{[0]},{end}":              ",7,",
		"{range .list[*]}{@},{end}":                "<no value>,[7],",
		"{range .list[*]}{range @}{@},{end}{end}":  "<no value>,[7],",
		"{range .list[*]}{.x}{..x}{.*},{end}":      ",7,",
		"{range .none[*]}{[0]}{[?(@.a)]}{end}none": "",
	} {
		text, err := execute(template, v, jsonpath.Allow)
		if want == "" {
			require.EqualError(t, err, "<invalid reflect.Value> is not array or slice and cannot be filtered")
			continue
		}
		require.NoError(t, err, template)
		assert.Equal(t, want, text, template)
	}
	path, err := jsonpath.Parse("{range .list[*]}{@}{end}")
	require.NoError(t, err)
	_, found := path.First(v)
	assert.False(t, found)
}

// TestRangeDoesNotChangeThePath checks that a path with a range has the same results every
// time, also at once.
func TestRangeDoesNotChangeThePath(t *testing.T) {
	path, err := jsonpath.Parse("{range .list[*]}{.name}{end}")
	require.NoError(t, err)
	var all sync.WaitGroup
	for range 4 {
		all.Add(1)
		go func() {
			defer all.Done()
			for range 10 {
				sets, err := path.Find(nil, sample(), jsonpath.Allow)
				assert.NoError(t, err)
				assert.Equal(t, [][]any{{"a"}, {"b"}, {"c"}}, sets)
			}
		}()
	}
	all.Wait()
}

func TestFirst(t *testing.T) {
	for path, want := range map[string]any{
		".spec.image": "nginx", "": sample(), ".list[*].name": "a", ".list[?(@.n>1)].name": "b", ".nothing": nil, "1": 1, ".spec.image}text": "nginx",
	} {
		p, err := jsonpath.Parse("{" + path + "}")
		require.NoError(t, err, path)
		v, found := p.First(sample())
		assert.True(t, found, path)
		assert.Equal(t, want, v, path)
	}
	for _, path := range []string{".x", ".spec.x", ".nothing.x", ".spec.image.x", ".list[9]", ".spec[0]", "end", ".list[?(@.n>9)]", "range .list[*]", "range .x}{.y}{end"} {
		p, err := jsonpath.Parse("{" + path + "}")
		require.NoError(t, err, path)
		_, found := p.First(sample())
		assert.False(t, found, path)
	}
}

// TestFirstOfEach checks that the first values do not depend on how they are found.
func TestFirstOfEach(t *testing.T) {
	element := func(n any, name string) any { return map[string]any{"n": n, "m": map[string]any{"name": name}} }
	objs := []map[string]any{
		{"list": []any{element("y", "a"), element("x", "b"), element("x", "c")}}, nil, {"list": nil}, {"list": "text"}, {"list": []any{}},
		{"list": []any{element("x", "a"), element(int64(1), "b")}}, {"list": []any{element(nil, "a")}}, {"list": []any{element("x", "a"), nil, "text", []any{}}},
		{"list": []any{map[string]any{"n": "x"}, map[string]any{"n": "x", "m": nil}, element("x", "b")}}, {"list": []any{map[string]any{"n": "x", "m": map[string]any{"name": nil}}}},
		{"list": slices.Repeat([]any{element("x", "many")}, 100)}, {"list": append(slices.Repeat([]any{element("x", "a")}, 63), element(true, "b"))},
		{"list": map[string]any{"n": "x"}}, sample(),
	}
	for _, path := range []string{
		"", ".list", ".list.n", `.list[?(@.n=="x")].m.name`, `.list[?(@.n=="x")]`, `.list[?(@.n!="x")].m.name`, `.list[?(@.n<="x")].m`, `.list[?(@=="text")]`,
		`[?(@.n=="x")].m`, `.list[?(@.n=="x")].m.name[0]`, `.list[?("x"==@.n)].m.name`, `.list[0].n`, `.list[*].m`, `.list[?(@.n=="x")].m}{.list`, strings.Repeat(".list", 100),
	} {
		p, err := jsonpath.Parse("{" + path + "}")
		require.NoError(t, err)
		values := make([]any, len(objs))
		new(jsonpath.Evaluator).FirstOfEach(values, p, objs)
		for i, obj := range objs {
			want := any(jsonpath.None{})
			if sets, err := p.Find(nil, obj, jsonpath.Allow); err == nil && len(sets) > 0 && len(sets[0]) > 0 {
				want = sets[0][0]
			}
			assert.Equal(t, want, values[i], "%s of object %d", path, i)
		}
	}
}

// TestInputIsNotChanged checks that evaluations do not write to values although they reuse lists.
func TestInputIsNotChanged(t *testing.T) {
	v := sample()
	for _, template := range []string{"{.list[*].name}", "{.list[*] 7}", "{.list..}", "{.list[0:2]['name','n']}", "{.list[?(@.n)] 'x'}", "{.list.*.name}"} {
		_, err := execute(template, v, jsonpath.Allow)
		require.NoError(t, err, template)
		assert.Equal(t, sample(), v, template)
	}
}

func TestText(t *testing.T) {
	for want, v := range map[string]any{
		"a b": "a b", "<no value>": nil, "3": int64(3), "1e+06": 1e6, "true": true, `{"a":[1]}`: map[string]any{"a": []any{int64(1)}}, "97": byte('a'),
	} {
		text, err := jsonpath.Text(work.Start(t.Context(), ""), v)
		require.NoError(t, err)
		assert.Equal(t, want, text)
	}
}

func TestEscapes(t *testing.T) {
	for template, want := range map[string]string{`{"\xff"}`: "\xff", `{"\u00ff"}`: "ÿ", `{"é\101"}`: "éA", `{'\''}`: "'"} {
		text, err := execute(template, nil, jsonpath.Refuse)
		require.NoError(t, err)
		assert.Equal(t, want, text)
	}
}
