package beam

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/seed95800270/crdschema/compat"
	"github.com/seed95800270/crdschema/document"
)

// compiled holds the audits of a worker, so that its threads share them. Beam has no place for values
// that live as long as the process of a worker.
var compiled struct {
	sync.Mutex
	audits map[Upgrade]kindAudit
}

// mostCompiled bounds the audits of a process that runs many pipelines.
const mostCompiled = 1_000

type kindAudit struct {
	kind  string
	audit *compat.Audit
}

// compile returns the audits of a side input by group and kind.
func compile(ctx context.Context, upgrades func(*Upgrade) bool) (map[string]*compat.Audit, error) {
	out := map[string]*compat.Audit{}
	compiled.Lock()
	defer compiled.Unlock()
	var u Upgrade
	for upgrades(&u) {
		k, found := compiled.audits[u]
		if !found {
			var err error
			if k, err = newAudit(ctx, u); err != nil {
				return nil, err
			}
			if len(compiled.audits) >= mostCompiled || compiled.audits == nil {
				compiled.audits = map[Upgrade]kindAudit{}
			}
			compiled.audits[u] = k
		}
		if out[k.kind] != nil {
			return nil, fmt.Errorf("there are two CRDs of %s", k.kind)
		}
		out[k.kind] = k.audit
	}
	if len(out) == 0 {
		return nil, errors.New("there are no CRDs")
	}
	return out, nil
}

func newAudit(ctx context.Context, u Upgrade) (kindAudit, error) {
	doc, err := document.DecodeOne(ctx, []byte(u.CRD))
	if err != nil {
		return kindAudit{}, fmt.Errorf("the new CRD: %w", err)
	}
	var old map[string]any
	if u.Old != "" {
		before, err := document.DecodeOne(ctx, []byte(u.Old))
		if err != nil {
			return kindAudit{}, fmt.Errorf("the old CRD: %w", err)
		}
		old = before.Object
	}
	spec, _ := doc.Object["spec"].(map[string]any)
	names, _ := spec["names"].(map[string]any)
	audit, err := compat.NewAudit(ctx, old, doc.Object)
	return kindAudit{kind: fmt.Sprint(spec["group"], "/", names["kind"]), audit: audit}, err
}
