package valuetext

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
)

// maxListed is the number of elements of a list that [LogList] shows.
const maxListed = 16

// LogList returns all as the value of a log attribute: its first 16 elements and the
// number of the others. In JSON it is a list of the elements as they marshal, in
// text their printed forms, joined with semicolons. An element is marshalled or
// printed only if the record is written.
func LogList[T any](all []T) slog.Value {
	l := logList{more: max(0, len(all)-maxListed)}
	for _, v := range all[:len(all)-l.more] {
		l.shown = append(l.shown, v)
	}
	return slog.AnyValue(l)
}

type logList struct {
	shown []any
	more  int
}

// MarshalJSON returns the list as JSON.
func (l logList) MarshalJSON() ([]byte, error) {
	all := append([]any{}, l.shown...)
	if l.more > 0 {
		all = append(all, l.note())
	}
	return json.Marshal(all)
}

// MarshalText returns the list as text.
func (l logList) MarshalText() ([]byte, error) {
	var texts []string
	for _, v := range l.shown {
		texts = append(texts, fmt.Sprint(v))
	}
	if l.more > 0 {
		texts = append(texts, l.note())
	}
	return []byte(strings.Join(texts, "; ")), nil
}

func (l logList) note() string { return fmt.Sprintf("%d more", l.more) }
