package builtin

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// Files returns the files by name, from a folder of API documents.
func Files(api string) (map[string][]byte, error) {
	groups, err := readGroups(api)
	if err != nil {
		return nil, err
	}
	schemas, kinds, err := readSchemas(api, groups)
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(map[string]any{"groups": groups, "kinds": kinds})
	if err != nil {
		return nil, err
	}
	lines, err := linesOf(schemas)
	if err != nil {
		return nil, err
	}
	return map[string][]byte{
		"groups.json.gz": compress(text), "schemas.txt.gz": compress(lines), "messages.txt.gz": compress([]byte(messages())),
	}, nil
}

// linesOf returns a line with the name and the schema for each component.
func linesOf(schemas map[string]any) ([]byte, error) {
	var out []byte
	for _, name := range slices.Sorted(maps.Keys(schemas)) {
		text, err := json.Marshal(schemas[name])
		if err != nil {
			return nil, err
		}
		out = fmt.Appendf(out, "%s %s\n", name, text)
	}
	return out, nil
}

func compress(text []byte) []byte {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		panic(err) // the level is valid
	}
	_, _ = w.Write(text) // a buffer takes everything
	_ = w.Close()
	return out.Bytes()
}
