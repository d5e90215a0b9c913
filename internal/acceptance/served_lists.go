package acceptance

import (
	"maps"
	"net/http"
	"net/url"
	"path"
	"slices"
	"time"

	"github.com/stretchr/testify/require"
)

// converted reads stored objects at another version.
func (s *trial) converted(object map[string]any) outcome {
	version := path.Base(textOf(s.given["desiredAPIVersion"]))
	if object != nil {
		s.keep(object)
	}
	for _, o := range objectsOf(s.given) {
		s.keep(o)
	}
	at := s.collection(version)
	if object != nil {
		at = s.path(version, object)
	}
	answer := s.do(http.MethodGet, at, nil)
	got := outcome{}
	s.Webhooks.add(got)
	if got["request"] != nil {
		got["request"] = s.plain(got["request"])
	}
	switch {
	case answer.code != http.StatusOK:
		got["error"] = map[string]any{"message": answer.message()}
	case object != nil:
		got["object"] = s.plain(answer.body)
	default:
		got["objects"] = s.plain(answer.body["items"])
	}
	return got
}

const tables = "application/json;as=Table;g=meta.k8s.io;v=v1"

// table lists the objects of a case as a table.
func (s *trial) table() outcome {
	order := map[string]int{}
	for i, object := range objectsOf(s.given) {
		order[nameOf(object)] = i
	}
	answer := s.tableNow()
	rows, _ := answer.body["rows"].([]any)
	slices.SortFunc(rows, func(a, b any) int { return order[nameOf(partial(a))] - order[nameOf(partial(b))] })
	cells := []any{}
	for _, row := range rows {
		cells = append(cells, row.(map[string]any)["cells"])
	}
	return outcome{"columns": served(recordedColumns(answer.body)), "rows": cells}
}

// tableNow returns the table of the objects of a case. The clock of the server cannot be set, so the timestamps of the
// objects move to its time. Ages are right if the answer comes in the second to which they have moved.
func (s *trial) tableNow() (answer reply) {
	objects, version := objectsOf(s.given), s.version(nil)
	at, query := s.collection(version), "?includeObject=Metadata"
	if s.given["noHeaders"] == true {
		query += "&noHeaders=true"
	}
	if s.given["subresource"] == "scale" {
		at = s.path(version, objects[0]) + "/scale"
	}
	now, err := time.Parse(time.RFC3339, textOf(s.given["now"]))
	if err != nil { // there are no ages
		now = time.Now().Truncate(time.Second)
	}
	inTime := s.until(func() bool {
		second := time.Now().Add(time.Second).Truncate(time.Second)
		time.Sleep(time.Until(second))
		for _, object := range objects {
			s.keep(moved(object, second.Sub(now)).(map[string]any))
		}
		answer = s.send(http.MethodGet, at+query, map[string]string{"Accept": tables}, nil)
		return time.Since(second) < time.Second
	})
	require.True(s.t, inTime, "each answer took over a second")
	return answer
}

// partial returns the metadata in a row.
func partial(row any) map[string]any {
	out, _ := row.(map[string]any)["object"].(map[string]any)
	return out
}

// served returns columns without the description of the server for Age.
func served(columns any) any {
	for _, column := range columns.([]any) {
		if column := column.(map[string]any); column["name"] == "Age" && column["type"] == "date" {
			text := textOf(column["description"])
			if len(text) > 18 && text[:18] == "CreationTimestamp " {
				delete(column, "description")
			}
		}
	}
	return columns
}

// moved returns a value whose timestamps are later.
func moved(v any, by time.Duration) any {
	switch v := v.(type) {
	case map[string]any:
		out := maps.Clone(v)
		for name, e := range v {
			out[name] = moved(e, by)
		}
		return out
	case []any:
		out := slices.Clone(v)
		for i, e := range v {
			out[i] = moved(e, by)
		}
		return out
	case string:
		if at, err := time.Parse(time.RFC3339, v); err == nil {
			return at.Add(by).UTC().Format(time.RFC3339)
		}
	}
	return v
}

func (s *trial) selected() outcome {
	for _, object := range objectsOf(s.given) {
		s.keep(object)
	}
	answer := s.do(http.MethodGet, s.collection(s.version(nil))+"?fieldSelector="+url.QueryEscape(textOf(s.given["fieldSelector"])), nil)
	got := outcome{}
	got.refused(answer)
	if answer.code != http.StatusOK {
		return got
	}
	items, _ := answer.body["items"].([]any)
	found, names := map[string]bool{}, []any{}
	for _, item := range items {
		found[nameOf(item.(map[string]any))] = true
	}
	for _, object := range objectsOf(s.given) { // in the order of the case
		if found[nameOf(object)] {
			names = append(names, nameOf(object))
		}
	}
	got["selected"] = names
	return got
}
