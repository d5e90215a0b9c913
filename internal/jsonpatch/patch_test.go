package jsonpatch

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/work/worktest"
)

const doc = `{"a":{"b":[1,null,{"c":"\u003cx\u003e"}],"n":null},"z/~":1.50}`

func apply(t *testing.T, doc, patch string) (string, error) {
	t.Helper()
	patch = strings.ReplaceAll(patch, "'", `"`)
	p, err := Read([]byte(patch))
	require.NoError(t, err)
	out, err := p.Apply(context.Background(), []byte(doc))
	if err == nil && len(out) < 1000 {
		assert.True(t, json.Valid(out), string(out))
	}
	return string(out), err
}

func TestApply(t *testing.T) {
	for patch, want := range map[string]string{
		"[]":   doc,
		"null": doc,
		"[{'op':'test','path':'','value':{'z/~':1.50,'a':{'n':null,'b':[1,null,{'c':'\\u003cx\\u003e'}]}}}]":                    doc,
		"[{'op':'add','path':'/z~1~0','value': [ '<' , 2 ]}]":                                                                   `{"a":{"b":[1,null,{"c":"\u003cx\u003e"}],"n":null},"z/~":["\u003c",2]}`,
		"[{'op':'add','path':'/a/b/-','value':{'y':1,'x':1,'y':2}}]":                                                            `{"a":{"b":[1,null,{"c":"\u003cx\u003e"},{"y":1,"x":1,"y":2}],"n":null},"z/~":1.50}`,
		"[{'op':'add','path':'/a/b/-1','value':0},{'op':'remove','path':'/a/b/0'}]":                                             `{"a":{"b":[null,{"c":"\u003cx\u003e"},0],"n":null},"z/~":1.50}`,
		"[{'op':'replace','path':'/a/b/-1','value':true},{'op':'replace','path':'/a/new','value':true}]":                        `{"a":{"b":[1,null,true],"n":null,"new":true},"z/~":1.50}`,
		"[{'op':'move','from':'/a/b/2/c','path':'/a/b/0'},{'op':'remove','path':'ignored/a/n'}]":                                `{"a":{"b":["\u003cx\u003e",1,null,{}]},"z/~":1.50}`,
		"[{'op':'copy','from':'/a/none','path':'/a/copy'},{'op':'test','path':'/a/copy','value':null}]":                         `{"a":{"b":[1,null,{"c":"\u003cx\u003e"}],"copy":null,"n":null},"z/~":1.50}`,
		"[{'op':'test','path':'/a/n'},{'op':'test','path':'/a/none','value':null},{'op':'replace','path':'','value':[' ', 1]}]": `[" ",1]`,
		"[{'op':'add','path':'/~01','value':1},{'op':'add','path':'/~10','value':2}]":                                           `{"/0":2,"a":{"b":[1,null,{"c":"\u003cx\u003e"}],"n":null},"z/~":1.50,"~1":1}`,
		"[{'op':'test','path':'/a/b','value':[1,null,{'c':'\\u003cx\\u003e'}]}]":                                                doc, // the server crashes
	} {
		out, err := apply(t, doc, patch)
		require.NoError(t, err, patch)
		assert.Equal(t, want, out, patch)
	}
}

// TestApplyOrder checks what an operation reads before it writes, and that values are copied.
func TestApplyOrder(t *testing.T) {
	for _, c := range []struct{ doc, patch, want string }{
		{`{"l":[{"x":1},{"x":2}]}`, "[{'op':'move','from':'/l/0','path':'/l/0/y'}]", `{"l":[{"x":2,"y":{"x":1}}]}`},
		{`{"a":{"x":1}}`, "[{'op':'copy','from':'/a','path':'/b'},{'op':'replace','path':'/b/x','value':2}]", `{"a":{"x":1},"b":{"x":2}}`},
		{`{"l":[1]}`, "[{'op':'add','path':'/l/1','value':2}]", `{"l":[1,2]}`},
		{`{"l":[]}`, "[{'op':'add','path':'/l/0','value':'\u2028\u2029\u202a'}]", `{"l":["\u2028\u2029` + "\u202a" + `"]}`},
	} {
		out, err := apply(t, c.doc, c.patch)
		require.NoError(t, err, c.patch)
		assert.Equal(t, c.want, out, c.patch)
	}
}

func TestApplyFails(t *testing.T) {
	for patch, want := range map[string]string{
		"[null]":                          "operation 1 of the patch does not apply: there is no such operation",
		"[{'op':'Add','path':'/a'}]":      "operation 1 of the patch (Add /a) does not apply: there is no such operation",
		"[{'op':'add','path':1}]":         "operation 1 of the patch (add ) does not apply: a path or from is missing, or not a string",
		"[{'op':'add','path':''}]":        "operation 1 of the patch (add ) does not apply: what the path leads through does not exist",
		"[{'op':'add','path':'/a/x/y'}]":  "operation 1 of the patch (add /a/x/y) does not apply: what the path leads through does not exist",
		"[{'op':'remove','path':'/a/x'}]": "operation 1 of the patch (remove /a/x) does not apply: there is no such field",
		"[{'op':'test','path':'/a/n'},{'op':'add','path':'/a/b/4'}]":                                                         "operation 2 of the patch (add /a/b/4) does not apply: the index is out of range",
		"[{'op':'remove','path':'/a/b/-'}]":                                                                                  "operation 1 of the patch (remove /a/b/-) does not apply: the index of a list is not a number",
		"[{'op':'test','path':'/z~1~0','value':1.5}]":                                                                        "operation 1 of the patch (test /z~1~0) does not apply: the value is another one",
		"[{'op':'test','path':'/a/b/2','value':{'c':'<x>'}}]":                                                                "operation 1 of the patch (test /a/b/2) does not apply: the value is another one",
		"[{'op':'test','path':'/a/b/2','value':{'c':'\\u003cx\\u003e','d':1}}]":                                              "operation 1 of the patch (test /a/b/2) does not apply: the value is another one",
		"[{'op':'test','path':'/a/b','value':[1,null,{'c':'\\u003cx\\u003e'},1]}]":                                           "operation 1 of the patch (test /a/b) does not apply: the value is another one",
		"[{'op':'test','path':'/a/b/2','value':{'c':'\\u003cX\\u003e'}}]":                                                    "operation 1 of the patch (test /a/b/2) does not apply: the value is another one",
		"[{'op':'add','path':'/x','value':null},{'op':'test','path':'/x'}]":                                                  "operation 2 of the patch (test /x) does not apply: the value is another one",
		"[{'op':'test','path':''}]":                                                                                          "operation 1 of the patch (test ) does not apply: the value is another one",
		"[{'op':'replace','path':''}]":                                                                                       "operation 1 of the patch (replace ) does not apply: the value is not an object or a list",
		"[{'op':'move','from':'/a/none','path':'/b'}]":                                                                       "operation 1 of the patch (move /a/none /b) does not apply: there is no such field",
		"[{'op':'copy','from':'/a','path':'/b/c'}]":                                                                          "operation 1 of the patch (copy /a /b/c) does not apply: what the path leads through does not exist",
		"[{'op':'add','path':'/x','value':null},{'op':'copy','from':'/x','path':'/y'},{'op':'add','path':'/y/z','value':1}]": "operation 3 of the patch (add /y/z) does not apply: a null has no fields",
	} {
		_, err := apply(t, doc, patch)
		assert.EqualError(t, err, want, patch)
	}
}

// An error quotes 256 bytes of the paths of an operation.
func TestQuotedPaths(t *testing.T) {
	for length, want := range map[int]string{256: strings.Repeat("x", 256), 257: strings.Repeat("x", 256) + "..."} {
		_, err := apply(t, doc, "[{'op':'test','path':'"+strings.Repeat("x", length)+"'}]")
		assert.EqualError(t, err, "operation 1 of the patch (test "+want+") does not apply: what the path leads through does not exist")
	}
}

func TestRead(t *testing.T) {
	for patch, want := range map[string]string{
		`{}`:         "json: cannot unmarshal object into Go value of type jsonpatch.Patch",
		`"a"`:        "json: cannot unmarshal string into Go value of type jsonpatch.Patch",
		`[{},1,"a"]`: "json: cannot unmarshal number into Go value of type jsonpatch.Operation",
		` [ [] ] `:   "json: cannot unmarshal array into Go value of type jsonpatch.Operation",
		`[true]`:     "json: cannot unmarshal bool into Go value of type jsonpatch.Operation",
	} {
		_, err := Read([]byte(patch))
		assert.EqualError(t, err, want)
	}
}

func TestMerge(t *testing.T) {
	for patch, want := range map[string]string{
		`{}`:                                    doc,
		`{"a":null,"none":null}`:                `{"z/~":1.50}`,
		`{"a":{"b":null,"n":{"x":null,"y":1}}}`: `{"a":{"n":{"y":1}},"z/~":1.50}`,
		`{"a":[{"x":null}],"new":[{"x":null}]}`: `{"a":[{"x":null}],"new":[{}],"z/~":1.50}`,
		`{"z/~":{"x":null}}`:                    `{"a":{"b":[1,null,{"c":"\u003cx\u003e"}],"n":null},"z/~":{}}`,
		`[{"x":null},null]`:                     `[{},null]`,
	} {
		out, ok, err := Merge(t.Context(), []byte(doc), []byte(patch))
		require.NoError(t, err)
		assert.True(t, ok, patch)
		assert.Equal(t, want, string(out), patch)
	}
	for _, patch := range []string{"null", "1", `"a"`, "true"} {
		_, ok, err := Merge(t.Context(), []byte(doc), []byte(patch))
		require.NoError(t, err)
		assert.False(t, ok, patch)
	}
}

func TestCopiesAreBounded(t *testing.T) {
	value := fmt.Sprintf(`{"a":"%s"}`, strings.Repeat("x", 1<<20-2))
	one := "{'op':'copy','from':'/a','path':'/b'}"
	_, err := apply(t, value, "["+one+","+one+","+one+"]")
	require.NoError(t, err, "3 MiB")
	_, err = apply(t, value, "["+one+","+one+","+one+",{'op':'copy','from':'/c','path':'/b'},{'op':'copy','from':'/d','path':'/b'}"+","+one+"]")
	assert.ErrorIs(t, err.(*OperationError).Cause, ErrCopied)
	double := "{'op':'copy','from':'/a','path':'/a/-'}"
	_, err = apply(t, `{"a":[]}`, "["+strings.Repeat(double+",", 100)+double+"]")
	assert.ErrorIs(t, err.(*OperationError).Cause, ErrCopied)
}

func TestDepth(t *testing.T) {
	nested := func(depth int) string { return strings.Repeat("[", depth) + strings.Repeat("]", depth) }
	for depth, valid := range map[int]bool{9_998: true, 9_999: false} { // with two objects around it
		out, err := apply(t, `{"a":{}}`, "[{'op':'add','path':'/a/b','value':"+nested(depth)+"}]")
		require.NoError(t, err)
		assert.Equal(t, valid, json.Valid([]byte(out)), "the server finds out when it decodes the object")
	}
	_, err := apply(t, `{"a":{"b":{}}}`, "[{'op':'add','path':'/a/b/c','value':"+nested(9_999)+"}]")
	assert.ErrorIs(t, err.(*OperationError).Cause, errDepth)
	copied := "[{'op':'copy','from':'/a','path':'/b'},{'op':'remove','path':'/a'}]"
	_, err = apply(t, `{"a":`+nested(10_000)+`}`, copied)
	require.NoError(t, err)
	_, err = apply(t, `{"a":`+nested(10_001)+`}`, copied)
	assert.Equal(t, 0, err.(*OperationError).Index)
	assert.ErrorIs(t, err.(*OperationError).Cause, errDepth)
}

// TestHostile applies patches for which a library that reads every level again would allocate
// size times depth: ten gigabytes.
func TestHostile(t *testing.T) {
	const depth = 4_900
	deep := strings.Repeat(`{"a":`, depth) + `"` + strings.Repeat("x", 2<<20) + `"` + strings.Repeat("}", depth)
	path := strings.Repeat("/a", depth)
	list := "[0" + strings.Repeat(",0", 200_000) + "]"
	for name, run := range map[string]func(){
		"merge":           func() { Merge(t.Context(), []byte(`{}`), []byte(deep)) },
		"merge of equals": func() { Merge(t.Context(), []byte(deep), []byte(deep)) },
		"path":            func() { apply(t, deep, "[{'op':'remove','path':'"+path+"'},{'op':'add','path':'"+path+"','value':1}]") },
		"test":            func() { apply(t, deep, "[{'op':'test','path':'','value':"+deep+"}]") },
		"list": func() {
			apply(t, `{"a":`+list+`}`, "["+strings.Repeat("{'op':'add','path':'/a/0','value':0},", 5_000)+"{}]")
		},
		"scalars": func() { apply(t, deep, "["+strings.Repeat("{'op':'test','path':'/b/c','value':0},", 5_000)+"{}]") },
	} {
		assert.Less(t, worktest.Allocated(run), uint64(1<<30), name)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	p, err := Read([]byte(`[{"op":"add","path":"/b","value":1}]`))
	require.NoError(t, err)
	_, err = p.Apply(ctx, []byte(doc))
	assert.ErrorIs(t, err, context.Canceled)
}

// A merge whose context ends at any time has the whole result or the error.
func TestMergeCancelled(t *testing.T) {
	old, patch := map[string]any{}, map[string]any{}
	for i := range 20_000 {
		name := strconv.Itoa(i)
		old[name], patch[name] = []any{name}, map[string]any{"a": nil, "b": name}
	}
	oldText, _ := json.Marshal(old)
	patchText, _ := json.Marshal(patch)
	all := worktest.EndAfter(math.MaxInt)
	want, ok, err := Merge(all, oldText, patchText)
	require.NoError(t, err)
	require.True(t, ok)
	assert.Greater(t, all.Looks(), 15, "about 80,000 steps")
	for looks := 0; looks < all.Looks(); looks += 1 + all.Looks()/40 {
		got, ok, err := Merge(worktest.EndAfter(looks), oldText, patchText)
		if err == nil { // a fast run looks less often
			require.True(t, ok)
			require.Equal(t, want, got)
			continue
		}
		require.ErrorIs(t, err, context.Canceled)
		require.False(t, ok)
		require.Nil(t, got)
	}
	_, _, err = Merge(worktest.EndAfter(0), oldText, patchText)
	require.ErrorIs(t, err, context.Canceled)
}

func FuzzPatch(f *testing.F) {
	for _, patch := range []string{
		`[{"op":"add","path":"/a/b/-","value":{"x":null}},{"op":"test","path":"","value":{}}]`, `[{"op":"copy","from":"/a","path":"/a/b/0"},{"op":"move","from":"/a/n","path":"/a"}]`,
		`[{"op":"replace","path":"","value":[]},{"op":"remove","path":"/-1"}]`, `{"a":{"b":[{"x":null}]},"":null}`, "[{\"op\":\"add\",\"path\":\"/\xff\",\"value\":\"\xff\"}]",
		`[{"op":"add","path":"/a","value":null},{"op":"copy","from":"/a","path":"/b"},{"op":"test","path":"/b/c","value":null}]`, `null`, `[null]`, `1e999`,
	} {
		f.Add([]byte(doc), []byte(patch))
	}
	f.Fuzz(func(t *testing.T, doc, patch []byte) {
		if !json.Valid(doc) || !json.Valid(patch) || strings.TrimSpace(string(doc))[0] != '{' {
			return
		}
		if out, ok, _ := Merge(t.Context(), doc, patch); ok {
			require.True(t, json.Valid(out), "%s", out)
			again, ok, _ := Merge(t.Context(), out, []byte("{}"))
			if out[0] == '{' && ok {
				require.Equal(t, string(out), string(again), "an empty patch changes nothing")
			}
		}
		p, err := Read(patch)
		if err != nil {
			return
		}
		if out, err := p.Apply(context.Background(), doc); err == nil {
			require.True(t, json.Valid(out) || len(out) > 10_000, "%s", out)
		}
	})
}
