package compat

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"path"
	"slices"

	"github.com/seed95800270/crdschema/document"
)

// Stream returns the objects in JSON text from r, as `kubectl get -o json` prints them: objects, one
// after the other, and lists. It holds one object at a time. The walk ends with the context and with
// the first text that is not JSON: its Source has the error.
func Stream(ctx context.Context, name string, r io.Reader) iter.Seq2[Source, map[string]any] {
	return func(yield func(Source, map[string]any) bool) {
		if r == nil {
			return
		}
		s := &streamer{ctx: ctx, name: name, decoder: json.NewDecoder(r), yield: yield}
		for !s.done {
			if err := s.next(); err != nil {
				if !s.done && !errors.Is(err, io.EOF) {
					yield(Source{Name: name, Err: fmt.Errorf("at byte %d: %w", s.decoder.InputOffset(), err)}, nil)
				}
				return
			}
		}
	}
}

type streamer struct {
	ctx     context.Context
	name    string
	decoder *json.Decoder
	yield   func(Source, map[string]any) bool
	count   int
	done    bool
}

// next reads an object or a list. io.EOF is the end between two of them.
func (s *streamer) next() error {
	token, err := s.decoder.Token()
	if err != nil {
		return err
	}
	if token != json.Delim('{') {
		return fmt.Errorf("%v is not an object", token)
	}
	fields, listed := map[string]json.RawMessage{}, false
	for s.decoder.More() {
		name, err := s.decoder.Token()
		if err != nil {
			return unexpected(err)
		}
		if name == "items" {
			if listed, err = s.items(); err != nil || s.done {
				return unexpected(err)
			}
			if listed {
				continue
			}
		}
		var raw json.RawMessage
		if err := s.decoder.Decode(&raw); err != nil {
			return unexpected(err)
		}
		fields[fmt.Sprint(name)] = raw
	}
	if _, err := s.decoder.Token(); err != nil {
		return unexpected(err)
	}
	if listed {
		return nil
	}
	text, err := json.Marshal(fields)
	if err != nil {
		return err
	}
	s.object(text)
	return nil
}

// unexpected returns err, and the end inside of a value as an error.
func unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// items reads the elements of a list.
func (s *streamer) items() (bool, error) {
	token, err := s.decoder.Token()
	if err != nil || token == nil {
		return token == nil && err == nil, err
	}
	if token != json.Delim('[') {
		return false, fmt.Errorf("items is %v, not a list", token)
	}
	for s.decoder.More() {
		var raw json.RawMessage
		if err := s.decoder.Decode(&raw); err != nil {
			return true, err
		}
		if s.object(raw); s.done {
			return true, nil
		}
	}
	_, err = s.decoder.Token()
	return true, err
}

func (s *streamer) object(text []byte) {
	source := Source{Name: fmt.Sprintf("%s[%d]", s.name, s.count)}
	s.count++
	doc, err := document.DecodeJSON(s.ctx, text)
	source.Err = err
	s.done = !s.yield(source, doc.Object) || s.ctx != nil && s.ctx.Err() != nil
}

// Files returns the objects in the .json, .yaml and .yml files below a folder, or in one file, in the
// order of their paths. Lists are their items. It holds one file of YAML at a time.
func Files(ctx context.Context, fsys fs.FS, root string) iter.Seq2[Source, map[string]any] {
	return func(yield func(Source, map[string]any) bool) {
		if fsys == nil {
			return
		}
		err := fs.WalkDir(fsys, root, func(name string, entry fs.DirEntry, err error) error {
			if err != nil {
				if !yield(Source{Name: name, Err: err}, nil) {
					return fs.SkipAll
				}
				return nil
			}
			if entry.IsDir() || !slices.Contains([]string{".json", ".yaml", ".yml"}, path.Ext(name)) {
				return nil
			}
			for source, object := range file(ctx, fsys, name) {
				if !yield(source, object) {
					return fs.SkipAll
				}
			}
			return nil
		})
		if err != nil {
			yield(Source{Name: root, Err: err}, nil)
		}
	}
}

func file(ctx context.Context, fsys fs.FS, name string) iter.Seq2[Source, map[string]any] {
	return func(yield func(Source, map[string]any) bool) {
		if path.Ext(name) == ".json" {
			f, err := fsys.Open(name)
			if err != nil {
				yield(Source{Name: name, Err: err}, nil)
				return
			}
			defer func() { _ = f.Close() }() // it was only read
			Stream(ctx, name, f)(yield)
			return
		}
		text, err := fs.ReadFile(fsys, name)
		if err != nil {
			yield(Source{Name: name, Err: err}, nil)
			return
		}
		docs, err := document.DecodeYAML(ctx, bytes.TrimSpace(text))
		if err != nil {
			yield(Source{Name: name, Err: err}, nil)
			return
		}
		for i, doc := range docs {
			if !each(Source{Name: fmt.Sprintf("%s[%d]", name, i)}, doc.Object, yield) {
				return
			}
		}
	}
}

// each yields an object, or the items of a list.
func each(source Source, object map[string]any, yield func(Source, map[string]any) bool) bool {
	items, ok := object["items"].([]any)
	if !ok {
		return yield(source, object)
	}
	for i, v := range items {
		item, _ := v.(map[string]any)
		inner := Source{Name: fmt.Sprintf("%s.items[%d]", source.Name, i)}
		if item == nil {
			inner.Err = errors.New("it is not an object")
		}
		if !yield(inner, item) {
			return false
		}
	}
	return true
}
