package command

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/seed95800270/crdschema/cmd/crdschema/internal/input"
	"github.com/seed95800270/crdschema/cmd/crdschema/internal/judge"
	"github.com/seed95800270/crdschema/structural/apply"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// pair is a configuration with the object of its name, or nil. A pair with an err cannot be compared.
type pair struct {
	title         string
	applier       *apply.Applier
	live, desired map[string]any
	err           error
}

// unmanaged reports whether the live object lacks managed fields. Objects of a server have some, and
// the answer depends on them.
func (p *pair) unmanaged() bool {
	metadata, _ := p.live["metadata"].(map[string]any)
	return p.live != nil && metadata["managedFields"] == nil
}

// pairing finds the pairs of two lists of objects.
type pairing struct {
	definitions *judge.Definitions
	namespace   string // of objects without one
	skip        bool   // configurations without a definition

	appliers map[input.GroupKind]*apply.Applier
	pairs    []pair
}

type objectKey struct {
	input.GroupKind
	namespace, name string
}

func (k objectKey) String() string {
	kind := strings.TrimSuffix(cmp.Or(k.Kind, "an object without a kind")+"."+k.Group, ".")
	return strings.TrimSpace(kind + " " + strings.TrimPrefix(k.namespace+"/"+k.name, "/"))
}

// read appends a pair for each configuration. The error is about an object that has no name or is
// repeated, or a live one without a definition.
func (p *pairing) read(live, desired []input.Object) error {
	byKey := map[objectKey]map[string]any{}
	for i := range live {
		o := &live[i]
		if o.IsCRD() {
			continue
		}
		applier, key, err := p.applier(o)
		if applier == nil {
			return fmt.Errorf("%v: %w", o, err)
		}
		byKey[key] = o.Value
	}
	seen := map[objectKey]string{}
	for i := range desired {
		o := &desired[i]
		if o.IsCRD() {
			continue
		}
		applier, key, err := p.applier(o)
		switch first := seen[key]; {
		case applier == nil && p.skip:
			continue
		case key.name == "":
			return fmt.Errorf("%v: the %v has no metadata.name, and an apply needs one", o, key.GroupKind)
		case first != "":
			return fmt.Errorf("%v: %s is in %s, too", o, key, first)
		case err == nil:
			err = repeated(o)
		}
		seen[key] = o.String()
		next := pair{title: key.String(), applier: applier, live: byKey[key], desired: o.Value, err: err}
		if key.namespace != "" {
			next.desired = inNamespace(o.Value, key.namespace)
		}
		p.pairs = append(p.pairs, next)
	}
	if len(p.pairs) == 0 && !p.skip {
		return errors.New("there is no configuration in DESIRED")
	}
	return nil
}

// repeated returns the error about a repeated field: an apply rejects it.
func repeated(o *input.Object) error {
	for _, texts := range [][]string{o.Duplicates, o.Repeats} {
		if len(texts) > 0 {
			return errors.New(texts[0])
		}
	}
	return nil
}

// applier returns the applier for an object, with its key.
func (p *pairing) applier(o *input.Object) (*apply.Applier, objectKey, error) {
	key := objectKey{o.GroupKind(), "", o.Meta("name")}
	d, err := p.definitions.Of(o)
	if err != nil {
		return nil, key, err
	}
	if d.Scope() == objectmeta.Namespaced {
		key.namespace = cmp.Or(o.Meta("namespace"), p.namespace)
	}
	if p.appliers[key.GroupKind] == nil {
		if p.appliers[key.GroupKind], err = apply.New(d); err != nil {
			return nil, key, err
		}
	}
	return p.appliers[key.GroupKind], key, nil
}
