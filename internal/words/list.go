package words

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
)

// maxShown is the number of elements of a list that [List] shows.
const maxShown = 16

// List returns all as the value of a log attribute: its first 16 elements and the
// number of the others. In JSON it is a list of the elements as they marshal, in
// text their printed forms, joined with semicolons. An element is marshalled or
// printed only if the record is written.
func List[T any](all []T) slog.Value {
	l := list{more: max(0, len(all)-maxShown)}
	for _, v := range all[:len(all)-l.more] {
		l.shown = append(l.shown, v)
	}
	return slog.AnyValue(l)
}

type list struct {
	shown []any
	more  int
}

// MarshalJSON returns the list as JSON.
func (l list) MarshalJSON() ([]byte, error) {
	all := append([]any{}, l.shown...)
	if l.more > 0 {
		all = append(all, l.note())
	}
	return json.Marshal(all)
}

// MarshalText returns the list as text.
func (l list) MarshalText() ([]byte, error) {
	var texts []string
	for _, v := range l.shown {
		texts = append(texts, fmt.Sprint(v))
	}
	if l.more > 0 {
		texts = append(texts, l.note())
	}
	return []byte(strings.Join(texts, "; ")), nil
}

func (l list) note() string { return fmt.Sprintf("%d more", l.more) }
