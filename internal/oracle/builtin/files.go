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
	groups, schemas, kinds, err := Read(api)
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
		"types.txt.gz": compress([]byte(types(schemas))),
	}, nil
}

// Read returns the groups, the schemas of the components, and the names of the components of kinds by apiVersion and kind.
func Read(api string) (groups []Group, schemas map[string]any, kinds map[string]string, err error) {
	if groups, err = readGroups(api); err != nil {
		return nil, nil, nil, err
	}
	schemas, kinds, err = readSchemas(api, groups)
	return groups, schemas, kinds, err
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
