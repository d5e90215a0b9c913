package oracle

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/seed95800270/crdschema/internal/format"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
)

// formatVersions are the minor versions whose formats are compared. A server of
// 1.30 uses the formats of the version before.
var formatVersions = []int{29, 30, 31, 32, 33, 34, 35, 36, 37}

// formatted is a string and the formats to check it with.
type formatted struct {
	Text    string
	Formats []string
}

// TestFormats compares strings with all formats in all versions.
func TestFormats(t *testing.T) {
	cases := parity.Join(tabledTexts(t), patternTexts(parity.Full(1_000_000)), pieceTexts(parity.Full(1_000_000)))
	parity.Run(t, "formats", cases, func(c *parity.Check, in formatted) {
		for _, name := range in.Formats {
			has := upstream.HasFormat(name, in.Text)
			for _, minor := range formatVersions {
				want := verdict(upstream.SupportsFormat([]string{"string"}, name, uint(minor)), has)
				holds, supported := format.Lookup(name, minor)
				c.Equal(fmt.Sprint(name, " in 1.", minor), verdict(supported, supported && holds(in.Text)), want)
			}
		}
	})
}

func verdict(supported, has bool) string {
	switch {
	case !supported:
		return "ignored"
	case has:
		return "valid"
	default:
		return "invalid"
	}
}

// tabledTexts returns the strings of all tables of package format, each for all
// formats.
func tabledTexts(t *testing.T) parity.Cases[formatted] {
	t.Helper()
	files, err := filepath.Glob("../format/testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("the tables of formats: ", files, err)
	}
	var out []formatted
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			i := strings.IndexAny(line, `"#`)
			if i < 0 || line[i] == '#' {
				continue
			}
			s, err := strconv.Unquote(strings.TrimSpace(line[i:]))
			if err != nil {
				t.Fatal(file, line, err)
			}
			out = append(out, formatted{s, formatNames()})
		}
	}
	return parity.List(out, func(f formatted) string { return strconv.Quote(f.Text) })
}

// patternTexts returns strings that match the pattern of a format, or nearly so,
// for that format, and every tenth for all formats.
func patternTexts(n int) parity.Cases[formatted] {
	names := formatNames()
	return parity.Generated(n, func(seed uint64) formatted {
		name := names[seed%uint64(len(names))]
		in := formatted{formatText(parity.Rand(seed), name), []string{name}}
		if seed/uint64(len(names))%10 == 0 {
			in.Formats = names
		}
		return in
	})
}

// pieceTexts returns strings of pieces that matter to some formats.
func pieceTexts(n int) parity.Cases[formatted] {
	return parity.Generated(n, func(seed uint64) formatted {
		r := parity.Rand(seed)
		puzzle := formatPieces[seed%uint64(len(formatPieces))]
		text := puzzle.prefix
		for range r.IntN(puzzle.length + 2) {
			text += oneOf(r, puzzle.pieces...)
		}
		return formatted{text, puzzle.formats}
	})
}

// TestFormatNames compares which names are formats, by type and version. Before
// format.NumbersSince types do not matter: the module older compares that.
func TestFormatNames(t *testing.T) {
	types := [][]string{nil, {"string"}, {"integer"}, {"number"}, {"boolean"}, {"array"}, {"object"}, {"null"}, {"integer", "string"}}
	cases := parity.List(spellings(), strconv.Quote)
	parity.Run(t, "formats-known", cases, func(c *parity.Check, name string) {
		for minor := range 60 {
			for _, of := range types {
				if minor < format.NumbersSince {
					continue
				}
				ours := ""
				if len(of) == 1 {
					ours = of[0]
				}
				c.Equal(fmt.Sprint(of, " in 1.", minor), format.Recognized(ours, name, minor), upstream.SupportsFormat(of, name, uint(minor)))
			}
			_, found := format.Lookup(name, minor)
			c.Equal(fmt.Sprint("found in 1.", minor), found, upstream.SupportsFormat([]string{"string"}, name, uint(minor)))
		}
		_, found := format.Lookup(name, format.Infinite)
		c.Equal("known at all", found, upstream.FormatExists(name))
	})
}

// formatNames returns the names of the string formats, each of which has a table in
// package format.
var formatNames = sync.OnceValue(func() []string {
	files, err := filepath.Glob("../format/testdata/*.txt")
	if err != nil {
		panic(err)
	}
	names := make([]string, len(files))
	for i, file := range files {
		names[i] = strings.TrimSuffix(filepath.Base(file), ".txt")
	}
	return names
})

// spellings returns all names of formats, and similar ones.
func spellings() []string {
	names := append(slices.Clone(formatNames()), "int32", "int64", "float", "double", "unknown", "", "-", "--", "k8s", "k8s-name",
		"datetime", "isbn11", "uuid1", "uuid6", "ip", "iri", "time", "Date", "binary", "regex", "json-pointer", "quantity", "zzz", "\x00")
	var out []string
	for _, name := range names {
		flat := strings.ReplaceAll(name, "-", "")
		out = append(out, name, flat, "-"+name, name+"-", strings.ToUpper(name), name+" ", " "+name, name+"\x00",
			strings.ReplaceAll(name, "-", "_"), strings.Join(strings.Split(name, ""), "-"), name+"–")
		if flat != "" {
			out = append(out, flat[:len(flat)-1], flat[1:], flat+"s", strings.ReplaceAll(flat, "s", "ſ"), strings.ReplaceAll(flat, "k", "\u212a"))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
