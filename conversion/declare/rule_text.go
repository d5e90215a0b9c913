package declare

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/seed95800270/crdschema/internal/jsontext"
	"github.com/seed95800270/crdschema/internal/work"
)

func (s *Split) compile() (compiledRule, error) {
	t, err := compileText(s.From, s.Separator, s.To)
	if err != nil {
		return compiledRule{}, err
	}
	t.last, t.partial = s.Last, s.Partial
	return compiledRule{
		scope: t.scope,
		apply: t.split,
		inverse: func() (Rule, error) {
			return Rule{Join: &Join{From: s.To, Separator: s.Separator, To: s.From, Last: s.Last, Partial: s.Partial}}, nil
		},
	}, nil
}

func (j *Join) compile() (compiledRule, error) {
	t, err := compileText(j.To, j.Separator, j.From)
	if err != nil {
		return compiledRule{}, err
	}
	t.last, t.partial = j.Last, j.Partial
	return compiledRule{
		scope: t.scope,
		apply: t.join,
		inverse: func() (Rule, error) {
			return Rule{Split: &Split{From: j.To, Separator: j.Separator, To: j.From, Last: j.Last, Partial: j.Partial}}, nil
		},
	}, nil
}

type joinedText struct {
	scope         scope // the string, then the parts
	path          string
	separator     string
	parts         []Part
	last, partial bool
}

func compileText(whole, separator string, parts []Part) (*joinedText, error) {
	if separator == "" || len(parts) < 2 {
		return nil, errors.New("a separator and at least two parts are needed")
	}
	paths := []string{whole}
	for _, p := range parts {
		if p.Type != "" && p.Type != "string" && p.Type != "integer" {
			return nil, fmt.Errorf("%s: the type %q is neither string nor integer", p.Path, p.Type)
		}
		paths = append(paths, p.Path)
	}
	at, err := parseScope(paths...)
	if err != nil {
		return nil, err
	}
	return &joinedText{scope: at, path: whole, separator: separator, parts: slices.Clone(parts)}, nil
}

func (t *joinedText) split(c *call, obj map[string]any) (map[string]any, error) {
	v, rest, found := t.scope.fields[0].take(c, obj)
	if !found {
		return obj, checkAbsent(obj, t.scope.fields[1:])
	}
	text, ok := v.(string)
	if !ok {
		return nil, fmt.Errorf("%s could not be split: it is no string", t.path)
	}
	pieces := t.pieces(text)
	if len(pieces) < len(t.parts) && !t.partial {
		return nil, fmt.Errorf("%s could not be split into %d parts at %q: %q", t.path, len(t.parts), t.separator, text)
	}
	for i, piece := range pieces {
		v, err := t.parts[i].read(piece)
		if err != nil {
			return nil, err
		}
		if rest, err = t.scope.fields[i+1].put(c, rest, v); err != nil {
			return nil, err
		}
	}
	return rest, checkAbsent(rest, t.scope.fields[1+len(pieces):])
}

func (t *joinedText) join(c *call, obj map[string]any) (map[string]any, error) {
	var pieces []string
	rest, missing := obj, ""
	for i, p := range t.parts {
		v, without, found := t.scope.fields[i+1].take(c, rest)
		if !found {
			missing = p.Path
			continue
		}
		if missing != "" {
			return nil, fmt.Errorf("%s could not be joined: there is no %s", t.path, missing)
		}
		piece, err := p.print(v)
		if err != nil {
			return nil, err
		}
		pieces, rest = append(pieces, piece), without
	}
	if len(pieces) == 0 {
		return obj, t.scope.fields[0].checkAbsent(obj)
	}
	if missing != "" && !t.partial {
		return nil, fmt.Errorf("%s could not be joined: there is no %s", t.path, missing)
	}
	if !t.countJoined(c.Tracker, pieces) {
		return nil, c.Err()
	}
	text := strings.Join(pieces, t.separator)
	if !slices.Equal(t.pieces(text), pieces) {
		return nil, fmt.Errorf("%s could not be joined: %q would be split elsewhere again", t.path, text)
	}
	return t.scope.fields[0].put(c, rest, text)
}

// countJoined counts the joined text as made values before it is made: objects may share the
// pieces, from a default.
func (t *joinedText) countJoined(w *work.Tracker, pieces []string) bool {
	bytes := len(pieces) * len(t.separator)
	for _, p := range pieces {
		bytes += len(p)
	}
	return w.Make(bytes / work.BytesPerValue)
}

func (t *joinedText) pieces(text string) []string {
	if !t.last {
		return strings.SplitN(text, t.separator, len(t.parts))
	}
	var out []string
	for len(out) < len(t.parts)-1 {
		i := strings.LastIndex(text, t.separator)
		if i < 0 {
			break
		}
		out = append(out, text[i+len(t.separator):])
		text = text[:i]
	}
	out = append(out, text)
	slices.Reverse(out)
	return out
}

func (p Part) read(piece string) (any, error) {
	if p.Type != "integer" {
		return piece, nil
	}
	n, err := strconv.ParseInt(piece, 10, 64)
	if err != nil || strconv.FormatInt(n, 10) != piece {
		return nil, fmt.Errorf("%s: %q is no integer as it is printed", p.Path, piece)
	}
	return n, nil
}

func (p Part) print(v any) (string, error) {
	switch v := v.(type) {
	case string:
		if p.Type != "integer" {
			return v, nil
		}
	case int64:
		if p.Type == "integer" {
			return strconv.FormatInt(v, 10), nil
		}
	}
	kind := p.Type
	if kind == "" {
		kind = "string"
	}
	return "", fmt.Errorf("%s: %s is no %s", p.Path, jsontext.Excerpt(v), kind)
}
