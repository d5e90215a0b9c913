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
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/structural/apply"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

type input struct {
	appliers      map[groupKind]*apply.Applier
	namespaced    map[groupKind]bool
	live, desired []map[string]any
	namespace     string // of objects without one
}

type groupKind struct{ group, kind string }

type pair struct {
	live, desired map[string]any
	key           key
}

type key struct {
	groupKind
	namespace, name string
}

func (o *options) read(ctx context.Context, stdin io.Reader) (*input, error) {
	in := &input{appliers: map[groupKind]*apply.Applier{}, namespaced: map[groupKind]bool{}, namespace: o.namespace}
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

func (in *input) define(ctx context.Context, file string, body []byte) error {
	objects, err := objectsOf(file, body)
	if err != nil {
		return err
	}
	defined := len(in.appliers)
	for _, crd := range objects {
		if text(crd, "kind") != "CustomResourceDefinition" {
			continue
		}
		if err := in.defineOne(ctx, crd); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	if len(in.appliers) == defined {
		return fmt.Errorf("%s: there is no CustomResourceDefinition", file)
	}
	return nil
}

func (in *input) defineOne(ctx context.Context, crd map[string]any) error {
	result, err := crdschema.ValidateCRD(ctx, crd, nil)
	if err != nil {
		return err
	}
	if rejection := result.Status(); rejection != nil {
		return rejection
	}
	definition, err := crdschema.Compile(ctx, crd)
	if err != nil {
		return err
	}
	applier, err := apply.New(definition)
	if err != nil {
		return err
	}
	kind := groupKind{definition.Group(), definition.Kind()}
	in.appliers[kind] = applier
	in.namespaced[kind] = definition.Scope() == objectmeta.Namespaced
	return nil
}

func (in *input) decode(liveFile string, live []byte, desiredFile string, desired []byte) (err error) {
	if in.live, err = objectsOf(liveFile, live); err != nil {
		return err
	}
	in.desired, err = objectsOf(desiredFile, desired)
	return err
}

func objectsOf(file string, body []byte) ([]map[string]any, error) {
	documents, err := document.DecodeYAML(context.Background(), body)
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

// pairs returns the configurations with their objects, without kinds that lack a CRD if skip
// is set. The error is about an object without a CRD or a name, or one that is repeated.
func (in *input) pairs(skip bool) ([]pair, error) {
	live := map[key]map[string]any{}
	for i, obj := range in.live {
		k := in.key(obj)
		if in.appliers[k.groupKind] == nil {
			return nil, fmt.Errorf("object %d in LIVE: there is no definition of %s", i+1, k)
		}
		live[k] = obj
	}
	seen := map[key]bool{}
	var out []pair
	for i, obj := range in.desired {
		k := in.key(obj)
		if skip && in.appliers[k.groupKind] == nil {
			continue
		}
		if k.name == "" {
			return nil, fmt.Errorf("object %d in DESIRED: %s has no metadata.name, which an apply needs", i+1, k)
		}
		if seen[k] {
			return nil, fmt.Errorf("object %d in DESIRED: %s is there before", i+1, k)
		}
		seen[k] = true
		out = append(out, pair{live: live[k], desired: withNamespace(obj, k.namespace), key: k})
	}
	return out, nil
}

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
		k.namespace = cmp.Or(text(meta, "namespace"), in.namespace)
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

func text(obj map[string]any, field string) string {
	s, _ := obj[field].(string)
	return s
}

func (in *input) applier(p pair) (*apply.Applier, error) {
	if a := in.appliers[p.key.groupKind]; a != nil {
		return a, nil
	}
	return nil, errors.New("there is no definition of its group and kind")
}

func (p pair) name() string { return p.key.String() }

func (k key) String() string {
	of := strings.TrimSuffix(cmp.Or(k.kind, "an object without a kind")+"."+k.group, ".")
	return strings.TrimSpace(of + " " + strings.TrimPrefix(k.namespace+"/"+k.name, "/"))
}
