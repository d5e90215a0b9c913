package jsontext

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/internal/work/worktest"
)

// wrong are texts, each of which is wrong in another way.
var wrong = []string{
	"", " ", "x", "\x00", "nul", "nulx", "tru", "falsE", "1 2", "{} x", "[]]", "]", "[1", "[1 2", "[1,", "[1,]", "[,", "[1}", `["a" 1]`,
	"{", "{1", "{,", `{"a`, `{"a"`, `{"a" 1`, `{"a":`, `{"a":}`, `{"a":1`, `{"a":1,`, `{"a":1,}`, `{"a":1 "`, `{"a":1]`, `{"a":tru}`, `{"a":01}`,
	`"`, `"a`, "\"\n\"", "\"\x1f", `"\`, `"\x"`, `"\u`, `"\u12`, `"\u12g4"`, `"\u123"`, `["\ud800`,
	"-", "-x", "-a1", "01", "00", "1.", "1.x", "1.5.", "1e", "1ex", "1e+", "1e+-1", "1E-", "+1", ".5", "0x1", "1e5e", "-0.", "[1.]", "ä", "\ufeff{}",
}

func FuzzCheck(f *testing.F) {
	for _, text := range append(wrong, seeds...) {
		f.Add([]byte(text))
	}
	f.Fuzz(checksAsEncodingJSON)
}

// checksAsEncodingJSON compares Check with Unmarshal, and First with a Decoder.
func checksAsEncodingJSON(t *testing.T, text []byte) {
	var ignored json.RawMessage
	want := json.Unmarshal(text, &ignored)
	w := work.Start(t.Context(), "")
	offset, err := Check(w, text)
	require.Equal(t, want, err, "%.40q", text)
	if syntax, ok := want.(*json.SyntaxError); ok {
		require.Equal(t, max(0, int(syntax.Offset)-1), offset, "%.40q", text)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	want = d.Decode(&ignored)
	length, err := First(w, text)
	if want == nil {
		require.NoError(t, err, "%.40q", text)
		require.Equal(t, int(d.InputOffset()), length, "%.40q", text)
		return
	}
	if want == io.EOF || want == io.ErrUnexpectedEOF {
		require.Error(t, err, "%.40q", text)
		return
	}
	require.EqualError(t, err, want.Error(), "%.40q", text)
}

func TestCheckAgreesWithEncodingJSON(t *testing.T) {
	deep := strings.Repeat("[", work.MaxLevels)
	fields := strings.Repeat(`{"a":`, work.MaxLevels)
	for _, text := range append([]string{deep, deep + "[", deep + "{", deep + "1", fields, fields + "[", fields + "1"}, append(wrong, seeds...)...) {
		checksAsEncodingJSON(t, []byte(text))
		checksAsEncodingJSON(t, []byte(" [ "+text+" ]"))
		checksAsEncodingJSON(t, []byte(`{"a":`+text))
	}
}

// Check looks at the context in all parts of a text, so that the end of the context ends it.
func TestCheckLooksAtTheContext(t *testing.T) {
	const n = 1 << 20
	for name, text := range map[string]string{
		"values":      "[" + strings.Repeat("[1],", n/4) + "1]",
		"white space": strings.Repeat(" ", n) + "1",
		"a string":    `"` + strings.Repeat("x", n) + `"`,
		"escapes":     `"` + strings.Repeat(`\u0061`, n/6) + `"`,
		"a number":    strings.Repeat("1", n),
		"names":       `{"` + strings.Repeat("x", n) + `":1}`,
		"fields":      `{` + strings.Repeat(`"a" : 1,`, n/8) + `"":1}`,
		"incomplete":  `["` + strings.Repeat("x", n),
	} {
		whole := worktest.EndAfter(1000)
		_, _ = Check(work.Start(whole, ""), []byte(text))
		assert.InDelta(t, n/stride, whole.Looks(), 2, name)
		w := work.Start(worktest.EndAfter(3), "")
		_, err := Check(w, []byte(text))
		assert.Equal(t, context.Canceled, err, name)
		_, err = First(work.Start(worktest.EndAfter(3), ""), []byte(text))
		assert.Equal(t, context.Canceled, err, name)
	}
}

func TestCheckAllocatesNothing(t *testing.T) {
	text := []byte(`[{"a":[1.5,-2e+7,"\u0061\n",true,null]},"é"]`)
	w := work.Start(t.Context(), "")
	assert.Zero(t, testing.AllocsPerRun(10, func() { _, _ = Check(w, text) }))
}

func BenchmarkCheck(b *testing.B) {
	text := []byte("[" + strings.Repeat(`{"name": "some-name", "replicas": 3, "paused": false, "args": ["--a=b", "--c"]},`+"\n", 10_000) + "0]")
	w := work.Start(b.Context(), "")
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := Check(w, text); err != nil {
			b.Fatal(err)
		}
	}
}
