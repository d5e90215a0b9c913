package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"strings"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/structural/apply"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// input is what the files hold.
type input struct {
	appliers      map[groupKind]*apply.Applier
	namespaced    map[groupKind]bool
	live, desired []map[string]any
}

// groupKind is what a definition shares with its objects.
type groupKind struct{ group, kind string }

// pair is a configuration and the object that it changes, or nil for none.
type pair struct {
	live, desired map[string]any
	key           key
}

// key identifies an object.
type key struct {
	groupKind
	namespace, name string
}

// read reads all files, or the built-in ones.
func (o *options) read(ctx context.Context, stdin io.Reader) (*input, error) {
	in := &input{appliers: map[groupKind]*apply.Applier{}, namespaced: map[groupKind]bool{}}
	if o.live == "" {
		if err := in.define(ctx, "crd.yaml", builtInCRD); err != nil {
			return nil, err
		}
		return in, in.decode("live.yaml", builtInLive, "desired.yaml", builtInDesired)
	}
	for _, file := range o.crds {
		body, err := readFile(file, stdin)
		if err != nil {
			return nil, err
		}
		if err := in.define(ctx, file, body); err != nil {
			return nil, err
		}
	}
	live, err := readFile(o.live, stdin)
	if err != nil {
		return nil, err
	}
	desired, err := readFile(o.desired, stdin)
	if err != nil {
		return nil, err
	}
	return in, in.decode(o.live, live, o.desired, desired)
}

func readFile(file string, stdin io.Reader) ([]byte, error) {
	if file == "-" {
		return io.ReadAll(stdin)
	}
	return os.ReadFile(file)
}

// define compiles the definitions in a file.
func (in *input) define(ctx context.Context, file string, body []byte) error {
	objects, err := objectsOf(file, body)
	if err != nil {
		return err
	}
	for _, crd := range objects {
		if text(crd, "kind") != "CustomResourceDefinition" {
			continue
		}
		definition, err := crdschema.Compile(ctx, crd)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		applier, err := apply.New(definition)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		kind := groupKind{definition.Group(), definition.Kind()}
		in.appliers[kind] = applier
		in.namespaced[kind] = definition.Scope() == objectmeta.Namespaced
	}
	return nil
}

// decode decodes the objects and the configurations.
func (in *input) decode(liveFile string, live []byte, desiredFile string, desired []byte) (err error) {
	if in.live, err = objectsOf(liveFile, live); err != nil {
		return err
	}
	in.desired, err = objectsOf(desiredFile, desired)
	return err
}

// objectsOf returns the objects in a file, with those of lists in place of the lists.
func objectsOf(file string, body []byte) ([]map[string]any, error) {
	documents, err := crdschema.DecodeYAML(body)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	var out []map[string]any
	for _, d := range documents {
		if len(d.Duplicates) > 0 {
			return nil, fmt.Errorf("%s: %s", file, d.Duplicates[0])
		}
		items, isList := d.Object["items"].([]any)
		if isList = isList && strings.HasSuffix(text(d.Object, "kind"), "List"); !isList {
			out = append(out, d.Object)
			continue
		}
		for _, item := range items {
			if obj, ok := item.(map[string]any); ok {
				out = append(out, obj)
			}
		}
	}
	return out, nil
}

// pairs returns the configurations with their objects.
func (in *input) pairs() []pair {
	live := map[key]map[string]any{}
	for _, obj := range in.live {
		live[in.key(obj)] = obj
	}
	out := make([]pair, len(in.desired))
	for i, obj := range in.desired {
		k := in.key(obj)
		out[i] = pair{live: live[k], desired: withNamespace(obj, k.namespace), key: k}
	}
	return out
}

// withNamespace returns obj with a namespace, which kubectl sets before it sends an object.
func withNamespace(obj map[string]any, namespace string) map[string]any {
	meta, ok := obj["metadata"].(map[string]any)
	if !ok || namespace == "" {
		return obj
	}
	obj, meta = maps.Clone(obj), maps.Clone(meta)
	meta["namespace"], obj["metadata"] = namespace, meta
	return obj
}

func (in *input) key(obj map[string]any) key {
	meta, _ := obj["metadata"].(map[string]any)
	k := key{groupKind: groupKindOf(obj), name: text(meta, "name")}
	if in.namespaced[k.groupKind] {
		k.namespace = cmp.Or(text(meta, "namespace"), "default")
	}
	return k
}

func groupKindOf(obj map[string]any) groupKind {
	group, _, found := strings.Cut(text(obj, "apiVersion"), "/")
	if !found {
		group = ""
	}
	return groupKind{group, text(obj, "kind")}
}

// text returns a field that is a string, or an empty string.
func text(obj map[string]any, field string) string {
	s, _ := obj[field].(string)
	return s
}

// applier returns the applier of the definition of a pair.
func (in *input) applier(p pair) (*apply.Applier, error) {
	if a := in.appliers[p.key.groupKind]; a != nil {
		return a, nil
	}
	return nil, errors.New("there is no definition of its group and kind")
}

// name names the object of a pair: "Gateway.example.com default/public".
func (p pair) name() string {
	of := strings.TrimSuffix(p.key.kind+"."+p.key.group, ".")
	return of + " " + strings.TrimPrefix(p.key.namespace+"/"+p.key.name, "/")
}
