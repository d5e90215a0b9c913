package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"sigs.k8s.io/yaml"
)

// comparison is a run of several programs on one folder of files of a corpus.
type comparison struct {
	corpus, bin, keep  string
	n, spoiled, rounds int
}

// row is what one program did.
type row struct {
	name                      string
	accepted, refused, silent int // wrongly, wrongly, without a verdict
	costs                     []cost
	missed                    map[string]int // spoiled files that it accepts, by the way of spoiling
}

// print writes the folder, runs the programs by turns, and prints the table of docs/COMPARED.md. It
// lists what is wrong on the writer of problems.
func (c comparison) print(to, problems io.Writer) error {
	files, err := sample(c.corpus, c.n, c.spoiled)
	if err != nil {
		return err
	}
	temporary, err := os.MkdirTemp("", "compared")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temporary)
	dir := cmp.Or(c.keep, temporary)
	if err := writeAll(dir, files); err != nil {
		return err
	}
	m, err := newMeasurer(temporary)
	if err != nil {
		return err
	}
	rows, err := c.rows(m, programs(c.bin, dir), files, problems)
	if err != nil {
		return err
	}
	fmt.Fprintf(to, "%d files, %d of them spoiled; %d rounds\n\n", len(files), c.count(files), c.rounds)
	fmt.Fprintln(to, "| program | spoiled, accepted | valid, refused | no verdict | time | CPU | memory |\n|---|---|---|---|---|---|---|")
	for _, r := range rows {
		fmt.Fprintf(to, "| %s | %d | %d | %d | %v | %v | %d MiB |\n", r.name, r.accepted, r.refused, r.silent,
			median(r.costs, func(c cost) time.Duration { return c.Wall }).Round(10*time.Millisecond),
			median(r.costs, func(c cost) time.Duration { return c.CPU }).Round(10*time.Millisecond),
			median(r.costs, func(c cost) int64 { return c.Memory })>>20)
		fmt.Fprintln(problems, r.name, "accepts", r.missed)
	}
	return nil
}

// rows runs all programs, one after the other in each round.
func (c comparison) rows(m measurer, all []program, files []fileOf, problems io.Writer) ([]row, error) {
	rows := make([]row, len(all))
	for round := range c.rounds {
		for i, p := range all {
			out, took, err := m.run(p)
			if err != nil {
				return nil, err
			}
			rows[i].costs = append(rows[i].costs, took)
			if round > 0 {
				continue
			}
			if err := rows[i].judge(p, out, files, problems); err != nil {
				return nil, err
			}
		}
	}
	return rows, nil
}

func (c comparison) count(files []fileOf) (n int) {
	for _, f := range files {
		if f.spoil != "" {
			n++
		}
	}
	return n
}

func median[N int64 | time.Duration](costs []cost, of func(cost) N) N {
	var all []N
	for _, c := range costs {
		all = append(all, of(c))
	}
	slices.Sort(all)
	return all[len(all)/2]
}

func fileName(i int) string { return fmt.Sprintf("%04d.yaml", i) }

// judge counts wrong verdicts. A file without a verdict is no wrong one.
func (r *row) judge(p program, out []byte, files []fileOf, problems io.Writer) error {
	r.name, r.missed = p.name, map[string]int{}
	refused, silent, err := p.refused(out)
	if err != nil {
		return fmt.Errorf("%s: %w", p.name, err)
	}
	for i, f := range files {
		name := fileName(i)
		_, judged := refused[name]
		switch {
		case silent[name] || !judged:
			r.silent++
		case f.spoil != "" && !refused[name]:
			r.accepted++
			r.missed[f.spoil]++
		case f.spoil == "" && refused[name]:
			r.refused++
			fmt.Fprintln(problems, p.name, "refuses", f.object["kind"], f.object["metadata"].(map[string]any)["name"])
		}
	}
	return nil
}

// writeAll writes the objects, their CRDs, and the JSON schemas that kubeconform needs.
func writeAll(dir string, files []fileOf) error {
	for _, folder := range []string{"crds", "objects"} {
		if err := os.MkdirAll(filepath.Join(dir, folder), 0o755); err != nil {
			return err
		}
	}
	for i, f := range files {
		if err := os.WriteFile(filepath.Join(dir, "objects", fileName(i)), f.text, 0o644); err != nil {
			return err
		}
		definition := f.kind.definition.Definition()
		crd, err := yaml.Marshal(f.kind.crd)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, "crds", definition.Name()+".yaml"), crd, 0o644); err != nil {
			return err
		}
		converted, _ := jsonSchema(f.kind.raw).(map[string]any)
		delete(converted, "additionalProperties") // the root has apiVersion, kind and metadata, too
		schema, err := json.Marshal(converted)
		if err != nil {
			return err
		}
		name := filepath.Join(dir, "schemas", definition.Group(), strings.ToLower(definition.Kind())+"_"+f.kind.definition.Name()+".json")
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(name, schema, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// jsonSchema returns an OpenAPI schema as a JSON schema, as the script openapi2jsonschema.py of
// kubeconform makes it: no other fields, and integers or strings.
func jsonSchema(v any) any {
	switch v := v.(type) {
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = jsonSchema(v[i])
		}
		return out
	case map[string]any:
		out := map[string]any{}
		for name, sub := range v {
			out[name] = jsonSchema(sub)
		}
		if out["x-kubernetes-int-or-string"] == true || out["format"] == "int-or-string" {
			return map[string]any{"oneOf": []any{map[string]any{"type": "string"}, map[string]any{"type": "integer"}}}
		}
		if properties, ok := v["properties"].(map[string]any); ok && properties != nil && out["additionalProperties"] == nil && out["x-kubernetes-preserve-unknown-fields"] == nil {
			out["additionalProperties"] = false
		}
		return out
	}
	return v
}
