package crdtest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/structural"
)

// item is one object of a text. An item of a list is below path in its document.
type item struct {
	file     string
	document document.Document
	object   map[string]any
	path     structural.Path
	// answered reports whether the object is the stored object of an answer.
	answered bool

	positions *positions
}

// positions are the positions of one document, parsed when they are first needed.
type positions struct {
	parse  sync.Once
	parsed *document.Positions
	err    error
}

func (p *positions) of(ctx context.Context, doc document.Document) (*document.Positions, error) {
	p.parse.Do(func() { p.parsed, p.err = doc.Positions(context.WithoutCancel(ctx)) })
	return p.parsed, p.err
}

// at returns the position of a value of the object as compilers print it: the nearest value
// around it if the text lacks it, or "" for an object that has no text.
func (it item) at(ctx context.Context, p structural.Path) string {
	if it.document.Line == 0 {
		return it.file
	}
	positions, err := it.positions.of(ctx, it.document)
	if err != nil {
		return fmt.Sprintf("%s:%d", it.file, it.document.Line)
	}
	at, _ := positions.In(it.path).Of(p)
	return fmt.Sprintf("%s:%v", it.file, at)
}

// readFiles returns the objects of a file, or of all files in and below a folder.
func readFiles(ctx context.Context, fsys fs.FS, name string) ([]item, error) {
	names, err := filesIn(fsys, name)
	if err != nil {
		return nil, err
	}
	var all []item
	for _, file := range names {
		text, err := fs.ReadFile(fsys, file)
		if err != nil {
			return nil, err
		}
		items, err := readText(ctx, file, text)
		if err != nil {
			return nil, err
		}
		all = append(all, items...)
	}
	return all, nil
}

// filesIn returns name, or the files with YAML or JSON in and below it if it is a folder.
func filesIn(fsys fs.FS, name string) ([]string, error) {
	name = path.Clean(name)
	if !fs.ValidPath(name) {
		return nil, fmt.Errorf("%s is outside of the file system: pass one of a folder above, such as os.DirFS(\"..\")", name)
	}
	var names []string
	err := fs.WalkDir(fsys, name, func(file string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir():
			return nil
		case file == name, isYAML(file):
			names = append(names, file)
		}
		return nil
	})
	return names, err
}

func isYAML(file string) bool {
	switch path.Ext(file) {
	case ".yaml", ".yml", ".json":
		return true
	}
	return false
}

func readText(ctx context.Context, file string, text []byte) ([]item, error) {
	documents, err := document.DecodeYAML(ctx, text)
	if bad := (*document.DecodeError)(nil); errors.As(err, &bad) {
		return nil, undecodable(file, bad)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	var items []item
	for _, doc := range documents {
		items, err = appendItems(ctx, items, item{file: file, document: doc, object: doc.Object, positions: &positions{}})
		if err != nil {
			return nil, err
		}
	}
	return items, nil
}

// yamlLine matches the line in an error of YAML.
var yamlLine = regexp.MustCompile(`\bline (\d+): `)

// undecodable returns an error that begins with the position of the problem in the file.
func undecodable(file string, bad *document.DecodeError) error {
	text, line := bad.Err.Error(), cmp.Or(bad.Line, 1)
	if bad.Column > 0 {
		return fmt.Errorf("%s:%d:%d: %s", file, line, bad.Column, text)
	}
	if lines := yamlLine.FindAllStringSubmatch(text, -1); len(lines) == 1 {
		n, _ := strconv.Atoi(lines[0][1])
		if bad.Error() != text { // n counts from the beginning of the document
			n += line - 1
		}
		line, text = n, yamlLine.ReplaceAllString(text, "")
	}
	return fmt.Errorf("%s:%d: %s", file, line, text)
}

// repeated returns an error for each repeated field of the document of the object.
func (it item) repeated(ctx context.Context) (errs []error) {
	if len(it.document.Duplicates) == 0 {
		return nil
	}
	positions, err := it.positions.of(ctx, it.document)
	if err != nil {
		return []error{fmt.Errorf("%s: %s", it.at(ctx, nil), strings.Join(it.document.Duplicates, ", "))}
	}
	for _, r := range positions.Repeated() {
		errs = append(errs, fmt.Errorf("%s:%v: the field %s is also at %s:%v", it.file, r.Again, r.Path, it.file, r.First))
	}
	return errs
}

// appendItems appends the object, or the items of a list of objects.
func appendItems(ctx context.Context, items []item, it item) ([]item, error) {
	kind, _ := it.object["kind"].(string)
	list, isList := it.object["items"].([]any)
	if !isList || !strings.HasSuffix(kind, "List") {
		return append(items, it), nil
	}
	for i, v := range list {
		inner := it
		inner.path = structural.Path{field("items"), index(i)}
		var isObject bool
		if inner.object, isObject = v.(map[string]any); !isObject {
			return nil, fmt.Errorf("%s: an item of a list must be an object", it.at(ctx, inner.path))
		}
		items = append(items, inner)
	}
	return items, nil
}
