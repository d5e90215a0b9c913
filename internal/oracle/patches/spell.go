package patches

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
)

// speller writes JSON in many spellings.
type speller struct {
	*rand.Rand
	b strings.Builder
	// odd is one in how many values and fields is spelled or repeated in an odd way.
	odd int
}

// value writes a normalized value.
func (s *speller) value(v any) {
	s.space()
	switch v := v.(type) {
	case map[string]any:
		s.fields(v)
	case []any:
		s.b.WriteByte('[')
		for i, item := range v {
			s.comma(i)
			s.value(item)
		}
		s.b.WriteByte(']')
	case string:
		s.text(v)
	case int64:
		s.integer(v)
	default:
		text, err := json.Marshal(v)
		if err != nil {
			panic(err)
		}
		s.b.Write(text)
	}
	s.space()
}

// fields writes an object, whose fields come in any order and sometimes twice.
func (s *speller) fields(object map[string]any) {
	names := slices.Sorted(maps.Keys(object))
	s.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	s.b.WriteByte('{')
	if len(names) > 0 && s.IntN(s.odd) == 0 {
		s.text(names[0])
		s.b.WriteString([]string{":1,", ":null,", ":{},", `:[{"a":null}],`}[s.IntN(4)])
	}
	for i, name := range names {
		s.comma(i)
		s.text(name)
		s.b.WriteByte(':')
		s.value(object[name])
	}
	s.b.WriteByte('}')
}

func (s *speller) comma(i int) {
	if i > 0 {
		s.b.WriteByte(',')
	}
}

func (s *speller) space() {
	if s.IntN(s.odd) == 0 {
		s.b.WriteString([]string{" ", "\n", "\t ", "\r\n"}[s.IntN(4)])
	}
}

var respell = strings.NewReplacer("a", `\u0061`, `\u003c`, "<", `\u0026`, "&")

func (s *speller) text(v string) {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	switch s.IntN(s.odd) {
	case 0:
		text = []byte(respell.Replace(string(text)))
	case 1:
		text = fmt.Appendf(nil, "%s\xff\"", text[:len(text)-1])
	case 2:
		text = fmt.Appendf(nil, "%s<\u2028\\ud800\"", text[:len(text)-1])
	}
	s.b.Write(text)
}

func (s *speller) integer(v int64) {
	format := "%d"
	if s.IntN(s.odd) == 0 {
		format = []string{"%d.0", "%de0", "%d00000000000000000000", "%de400", "%d.50"}[s.IntN(5)]
	}
	fmt.Fprintf(&s.b, format, v)
}
