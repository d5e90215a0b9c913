package rest

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/crdserver/internal/store"
	"github.com/seed95800270/crdschema/httpapi"
	"github.com/seed95800270/crdschema/registry"
)

func (x *exchange) delete() error {
	if err := x.accept(); err != nil {
		return err
	}
	d, err := x.deletion(httpapi.ParseDelete)
	if err != nil {
		return err
	}
	if refused := x.path.CheckName(); refused != nil {
		return refused
	}
	return x.conclude(x.remove(d))
}

// deletion reads the options of a deletion, from the body or else from the query.
func (x *exchange) deletion(parse func(url.Values) (httpapi.DeleteOptions, *crdschema.Status)) (Deletion, error) {
	body, err := x.body()
	if err != nil {
		return Deletion{}, err
	}
	d := Deletion{Namespace: x.path.Namespace, Name: x.path.Name}
	if len(body) > 0 {
		d.Body, d.ContentType = body, x.contentType()
		return d, nil
	}
	options, refused := parse(x.query)
	if refused != nil {
		return Deletion{}, refused
	}
	d.Options = options.Map()
	return d, nil
}

// remove deletes one object.
func (x *exchange) remove(d Deletion) (Outcome, error) {
	for {
		old, _ := x.kind.Table().Get(key(d.Namespace, d.Name))
		if d.Old = nil; old != nil {
			d.Old = old.Value
		}
		d.Now, d.Revision = time.Now(), x.Store.Revision()+1
		out, err := x.kind.Delete(x.ctx, d)
		if err == nil && out.Status == nil && old != nil {
			err = x.reviewDeletion(d, old, &out)
		}
		if err == nil && out.Status == nil {
			err = Commit(x.ctx, x.kind, &out, key(d.Namespace, d.Name), old)
		}
		if !errors.Is(err, store.ErrConflict) {
			return out, err
		}
	}
}

func (x *exchange) deleteCollection() error {
	if err := x.accept(); err != nil {
		return err
	}
	l, err := x.listing()
	if err != nil {
		return err
	}
	d, err := x.collectionDeletion()
	if err != nil {
		return err
	}
	p, err := l.read()
	if err != nil {
		return err
	}
	var warnings []string
	for _, obj := range p.objects {
		d.Namespace, _ = metadata(obj)["namespace"].(string)
		d.Name, d.Collection = name(obj), true
		out, err := x.remove(d)
		switch {
		case err != nil:
			return err
		case out.Status != nil && out.Status.Code != http.StatusNotFound:
			out.Warnings = registry.RecordWarnings(append(warnings, out.Warnings...))
			return x.conclude(out, nil)
		}
		warnings = append(warnings, out.Warnings...)
	}
	headers := x.kind.Warnings()
	for _, header := range httpapi.WarningHeaders(registry.RecordWarnings(warnings)) {
		if !slices.Contains(headers, header) {
			headers = append(headers, header)
		}
	}
	x.warn(headers)
	return x.objects(p.objects, p.metadata())
}

// collectionDeletion checks the options although there may be no object.
func (x *exchange) collectionDeletion() (Deletion, error) {
	body, err := x.body()
	if err != nil {
		return Deletion{}, err
	}
	options, refused, err := httpapi.ParseDeleteOptions(x.ctx, x.query, x.contentType(), body)
	switch {
	case err != nil:
		return Deletion{}, err
	case refused != nil:
		return Deletion{}, refused
	case len(body) > 0:
		return Deletion{Body: body, ContentType: x.contentType()}, nil
	}
	return Deletion{Options: options.Map()}, nil
}
