package main

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

var (
	//go:embed testdata/crds.yaml
	builtInCRDs []byte
	//go:embed testdata/objects.yaml
	builtInObjects []byte
)

type groupKind struct{ group, kind string }

// cluster holds stored objects by kind. kinds has the order in which the kinds appeared.
type cluster struct {
	definitions map[groupKind]*crdschema.Definition
	kinds       []groupKind
	stored      map[groupKind]map[string]map[string]any // by namespace and name
}

func (o *options) load(ctx context.Context, stdin io.Reader) (*cluster, error) {
	c := &cluster{definitions: map[groupKind]*crdschema.Definition{}, stored: map[groupKind]map[string]map[string]any{}}
	if len(o.crds)+len(o.objects) == 0 {
		return c, errors.Join(c.read("crds.yaml", builtInCRDs, c.define(ctx)), c.read("objects.yaml", builtInObjects, c.store("objects.yaml")))
	}
	for _, file := range o.crds {
		if err := c.readFile(file, stdin, c.define(ctx)); err != nil {
			return nil, err
		}
	}
	for _, file := range o.objects {
		if err := c.readFile(file, stdin, c.store(file)); err != nil {
			return nil, err
		}
	}
	return c, nil
}

func (c *cluster) readFile(file string, stdin io.Reader, add func(map[string]any) error) (err error) {
	var text []byte
	if file == "-" {
		text, err = io.ReadAll(stdin)
	} else {
		text, err = os.ReadFile(file)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("the path %q does not exist", file)
	case err != nil:
		return err
	}
	return c.read(file, text, add)
}

func (c *cluster) read(file string, text []byte, add func(map[string]any) error) error {
	docs, err := document.DecodeYAML(context.Background(), text)
	if err != nil {
		return fmt.Errorf("error parsing %s: %w", file, err)
	}
	for _, doc := range docs {
		for _, obj := range flat(doc.Object) {
			if err := add(obj); err != nil {
				return err
			}
		}
	}
	return nil
}

func flat(obj map[string]any) []map[string]any {
	items, isList := obj["items"].([]any)
	if kind, _ := obj["kind"].(string); !isList || !strings.HasSuffix(kind, "List") {
		return []map[string]any{obj}
	}
	var objs []map[string]any
	for _, item := range items {
		if obj, ok := item.(map[string]any); ok {
			objs = append(objs, obj)
		}
	}
	return objs
}

var definitionKind = groupKind{"apiextensions.k8s.io", "CustomResourceDefinition"}

func groupKindOf(obj map[string]any) groupKind {
	version, _ := obj["apiVersion"].(string)
	kind, _ := obj["kind"].(string)
	group, _, found := strings.Cut(version, "/")
	if !found {
		group = ""
	}
	return groupKind{group, kind}
}

func (c *cluster) define(ctx context.Context) func(map[string]any) error {
	compiler := crdschema.NewCompiler()
	return func(obj map[string]any) error {
		if groupKindOf(obj) != definitionKind {
			return nil
		}
		definition, err := compiler.Compile(ctx, obj)
		if err == nil {
			c.definitions[groupKind{definition.Group(), definition.Kind()}] = definition
		}
		return err
	}
}

func (c *cluster) store(file string) func(map[string]any) error {
	return func(obj map[string]any) error {
		kind := groupKindOf(obj)
		if kind == definitionKind {
			return nil
		}
		name, namespace := metadata(obj, "name"), metadata(obj, "namespace")
		definition := c.definitions[kind]
		if definition == nil {
			return fmt.Errorf("resource mapping not found for name: %q namespace: %q from %q: no matches for kind %q in version %q\nensure CRDs are installed first",
				name, namespace, file, kind.kind, fmt.Sprint(obj["apiVersion"]))
		}
		if definition.Scope() == objectmeta.Namespaced {
			namespace = cmp.Or(namespace, "default")
			obj = inNamespace(obj, namespace)
		}
		if c.stored[kind] == nil {
			c.stored[kind] = map[string]map[string]any{}
			c.kinds = append(c.kinds, kind)
		}
		c.stored[kind][namespace+"/"+name] = obj
		return nil
	}
}

func metadata(obj map[string]any, name string) string {
	meta, _ := obj["metadata"].(map[string]any)
	text, _ := meta[name].(string)
	return text
}

func inNamespace(obj map[string]any, namespace string) map[string]any {
	meta, _ := obj["metadata"].(map[string]any)
	obj, meta = maps.Clone(obj), maps.Clone(meta)
	if meta == nil {
		meta = map[string]any{}
	}
	meta["namespace"], obj["metadata"] = namespace, meta
	return obj
}

func (c *cluster) keys(kind groupKind) []string { return slices.Sorted(maps.Keys(c.stored[kind])) }
