package rest

import (
	"errors"

	"github.com/seed95800270/crdschema/crdserver/internal/store"
	"github.com/seed95800270/crdschema/httpapi"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/status"
)

// listing is a list or a watch of objects.
type listing struct {
	*exchange
	options   httpapi.ListOptions
	selection *registry.Selection
	start     httpapi.Start
	prefix    string // of the keys
	single    bool   // the selector demands one name: prefix is its key
}

func (x *exchange) list() error {
	if err := x.accept(); err != nil {
		return err
	}
	l, err := x.listing()
	if err != nil {
		return err
	}
	if l.options.Watch {
		return l.stream()
	}
	part, err := l.read()
	if err != nil {
		return err
	}
	x.warn(x.kind.Warnings())
	return x.objects(part.objects, part.metadata())
}

func (x *exchange) watch() error { return x.list() }

// listing reads the parameters of a list or a watch.
func (x *exchange) listing() (*listing, error) {
	l := &listing{exchange: x}
	options, refused := httpapi.ParseList(x.query)
	if refused != nil {
		return nil, refused
	}
	l.options = options
	l.options.Watch = options.Watch || x.path.Verb == "watch"
	if err := l.sel(); err != nil {
		return nil, err
	}
	if l.start, refused = l.options.Start(); refused != nil {
		return nil, refused
	}
	namespace := x.path.Namespace
	if demanded, found := l.options.Fields.ExactMatch("metadata.namespace"); found && namespace == "" {
		namespace = demanded
	}
	if namespace != "" {
		l.prefix = namespace + "/"
	}
	if name, found := l.options.Fields.ExactMatch("metadata.name"); found && (namespace != "" || !l.kind.Namespaced()) {
		l.prefix, l.single = l.prefix+name, true
	}
	return l, nil
}

// sel makes the selection of the labels, the fields and the name in the URL.
func (l *listing) sel() error {
	selectable, err := l.kind.Selectable(l.ctx)
	if err != nil {
		return err
	}
	selection, refused := l.options.Select(selectable)
	if refused == nil && l.path.Name != "" {
		if refused = l.options.SelectName(l.path.Name); refused == nil {
			selection, refused = l.options.Select(selectable)
		}
	}
	l.selection = selection
	return refused.Err()
}

// part is a part of a list.
type part struct {
	objects   []map[string]any
	stored    []*store.Object // of the objects
	revision  uint64
	next      string
	remaining int64
}

func (p *part) metadata() map[string]any {
	return registry.ListMetadata(p.revision, p.next, p.remaining)
}

// exact reports whether the list is about a former revision.
func (l *listing) exact() bool {
	o := &l.options
	switch {
	case o.ResourceVersionMatch == "Exact":
		return true
	case l.single: // the server gets the object, and neither continues nor limits
		return false
	case o.Continue != "":
		return l.start.Revision > 0
	}
	return o.ResourceVersionMatch == "" && o.Limit > 0 && o.ResourceVersion != "" && o.ResourceVersion != "0"
}

// objectsAt returns the stored objects of the list from its start.
func (l *listing) objectsAt() ([]*store.Object, uint64, error) {
	wanted, at, retry := uint64(max(0, l.start.Revision)), uint64(0), 1
	if l.exact() {
		at, retry = wanted, 0
	}
	if now := l.Store.Revision(); wanted > now {
		return nil, 0, status.TooLargeResourceVersion(wanted, now, retry)
	}
	stored, revision, err := l.kind.Table().List(l.prefix, at)
	switch {
	case errors.Is(err, store.ErrTooOld) && l.options.Continue != "":
		return nil, 0, status.ContinueExpired(httpapi.Start{Revision: -1, Key: l.start.Key}.Token())
	case errors.Is(err, store.ErrTooOld):
		return nil, 0, status.TooOldList()
	}
	if l.single {
		return one(stored, l.prefix), revision, err
	}
	return after(stored, l.prefix+l.start.Key), revision, err
}

// one returns the object with a key from those whose keys begin with it.
func one(stored []*store.Object, key string) []*store.Object {
	if len(stored) > 0 && stored[0].Key == key {
		return stored[:1]
	}
	return nil
}

// after returns the objects whose keys are not before a key.
func after(stored []*store.Object, first string) []*store.Object {
	for i, obj := range stored {
		if obj.Key >= first {
			return stored[i:]
		}
	}
	return nil
}

// limit returns the greatest number of objects in the answer, or 0. The server ignores the limit of
// a list from its cache.
func (l *listing) limit() int {
	if l.options.Limit <= 0 || l.options.ResourceVersion == "0" && l.options.Continue == "" {
		return 0
	}
	return int(min(l.options.Limit, 1<<30))
}

// all reports whether the list selects all objects.
func (l *listing) all() bool { return l.options.Labels.Empty() && l.options.Fields.Empty() }

// read reads a part of the list.
func (l *listing) read() (*part, error) {
	stored, revision, err := l.objectsAt()
	if err != nil {
		return nil, err
	}
	p, limit, chunk := &part{revision: revision}, l.limit(), 500
	if l.all() && limit > 0 {
		chunk = limit
	}
	for at := 0; at < len(stored); {
		if limit > 0 && len(p.objects) >= limit {
			p.next = httpapi.Start{Revision: int64(revision), Key: stored[at-1].Key[len(l.prefix):] + "\x00"}.Token()
			if l.all() {
				p.remaining = int64(len(stored) - at)
			}
			break
		}
		read, err := l.add(p, stored[at:min(at+chunk, len(stored))], limit)
		if err != nil {
			return nil, err
		}
		at += read
	}
	return p, nil
}

// add reads stored objects and adds the selected ones to p up to the limit. It returns how many it has
// looked at.
func (l *listing) add(p *part, stored []*store.Object, limit int) (int, error) {
	values := make([]map[string]any, len(stored))
	for i, obj := range stored {
		values[i] = obj.Value
	}
	objs, err := l.kind.Read(l.ctx, values)
	if err != nil {
		return 0, err
	}
	for i, obj := range objs {
		selected, err := l.selection.Matches(l.ctx, obj)
		if err != nil {
			return 0, err
		}
		if !selected {
			continue
		}
		p.objects, p.stored = append(p.objects, obj), append(p.stored, stored[i])
		if len(p.objects) == limit {
			return i + 1, nil
		}
	}
	return len(stored), nil
}
