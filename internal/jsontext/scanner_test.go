package jsontext

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/work"
)

var seeds = []string{
	" null\n", "true", "\tfalse", `"a"`, `"\ud800\"\\"`, "\"a\xff\"", `"ä"`, "-0", "1e400 ", "[]", "[ ]", "{ }", "[[],[ 1 , 2 ]]",
	`{"a": {"b":[1,null,{"":"}"}]}, "a":true}`, "{\"\u2028\":[\"]\"]}", "\r\n{\"\\u0061\"\t:\n1.50 , \"b\" : false }\n",
}

// written returns the text of a value as the Scanner reads it, without white space.
func written(s *Scanner, b *bytes.Buffer) {
	switch s.Peek() {
	case '{', '[':
		first := s.Peek()
		b.WriteByte(first)
		n := 0
		for s.Open(); s.More(); n++ {
			if n > 0 {
				b.WriteByte(',')
			}
			if first == '{' {
				from := s.Offset()
				name := s.Name()
				b.Write(s.text[from:StringEnd(s.text, from)])
				b.WriteByte(':')
				if Unquote(s.text[from:StringEnd(s.text, from)]) != name {
					b.WriteString("another name")
				}
			}
			written(s, b)
		}
		b.WriteByte(first + 2) // the other bracket
	case '"':
		again := *s
		text, value := s.Scalar(), again.Text()
		b.Write(text)
		if s.Offset() != again.Offset() || value != Unquote(text) {
			b.WriteString("another value")
		}
	default:
		b.Write(s.Scalar())
	}
}

func FuzzScanner(f *testing.F) {
	for _, text := range seeds {
		f.Add([]byte(text))
	}
	f.Fuzz(agrees)
}

func agrees(t *testing.T, text []byte) {
	if _, err := Check(work.Start(t.Context(), ""), text); err != nil {
		require.False(t, json.Valid(text))
		return
	}
	var want, got bytes.Buffer
	require.NoError(t, json.Compact(&want, text))
	s := NewScanner(text, 0)
	written(&s, &got)
	assert.Equal(t, want.String(), got.String())
	assert.Zero(t, s.Peek(), "the rest is white space")
	assert.Equal(t, text, s.Since(0))
}

func TestScannerAgreesWithEncodingJSON(t *testing.T) {
	for _, text := range seeds {
		agrees(t, []byte(text))
	}
}

func TestTypes(t *testing.T) {
	for text, want := range map[string]string{
		`{}`: "object", `[]`: "array", `""`: "string", `true`: "bool", `false`: "bool", `null`: "null", `-1`: "number", `0`: "number",
	} {
		assert.Equal(t, want, TypeOf(text[0]).String())
	}
}

// Text and Scalar allocate nothing but the strings that they return.
func TestAllocations(t *testing.T) {
	text := []byte(`["a", -1.5, null, {"b": []}]`)
	assert.Zero(t, testing.AllocsPerRun(10, func() {
		s := NewScanner(text, 0)
		for s.Open(); s.More(); {
			if s.Peek() == '{' {
				s.MoveTo(len(text) - 1)
				continue
			}
			s.Scalar()
		}
	}))
}
