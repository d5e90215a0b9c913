package rest

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"time"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/crdserver/internal/store"
	"github.com/seed95800270/crdschema/httpapi"
	"github.com/seed95800270/crdschema/registry"
)

func (x *exchange) create() error {
	if err := x.accept(); err != nil {
		return err
	}
	if refused := httpapi.CheckContentType(crdschema.Create, x.contentType()); refused != nil {
		return refused
	}
	write, err := x.request(crdschema.Create, httpapi.ParseCreate)
	if err != nil {
		return err
	}
	const tries = 8 // of generated names, as on a server
	for try := 1; ; try++ {
		write.Suffix = x.NewSuffix()
		out, err := x.decide(write)
		if err != nil || out.Status != nil {
			return x.conclude(out, err)
		}
		at := key(x.path.Namespace, name(out.Object))
		old, _ := x.kind.Table().Get(at)
		if old == nil {
			err = Commit(x.ctx, x.kind, &out, at, nil)
		}
		switch {
		case old == nil && !errors.Is(err, store.ErrConflict):
			return x.conclude(out, err)
		case old != nil && (out.Object["metadata"].(map[string]any)["generateName"] == nil || try == tries):
			out.Status = x.kind.AlreadyExists(x.path.Namespace, out.Object, old.Value)
			return x.conclude(out, nil)
		}
	}
}

func (x *exchange) update() error {
	if err := x.accept(); err != nil {
		return err
	}
	ops := map[string]crdschema.Operation{"": crdschema.Update, "status": crdschema.UpdateStatus, "scale": crdschema.UpdateScale}
	write, err := x.request(ops[x.path.Subresource], httpapi.ParseUpdate)
	if err != nil {
		return err
	}
	return x.replace(write)
}

func (x *exchange) patch() error {
	ops := map[string]crdschema.Operation{"": crdschema.Patch, "status": crdschema.PatchStatus, "scale": crdschema.PatchScale}
	op := ops[x.path.Subresource]
	if refused := x.kind.CheckPatchType(x.contentType()); refused != nil {
		return refused
	}
	if err := x.accept(); err != nil {
		return err
	}
	write, err := x.request(op, func(query url.Values) (httpapi.WriteOptions, *crdschema.Status) {
		return httpapi.ParsePatch(query, x.contentType())
	})
	if err != nil {
		return err
	}
	return x.replace(write)
}

// request reads the body and the parameters of a write.
func (x *exchange) request(op crdschema.Operation, parse func(url.Values) (httpapi.WriteOptions, *crdschema.Status)) (Write, error) {
	body, err := x.body()
	if err != nil {
		return Write{}, err
	}
	options, refused := parse(x.query)
	if refused != nil {
		return Write{}, refused
	}
	return Write{
		Operation: op, Body: body, ContentType: x.contentType(), Options: options, FieldManager: options.Manager(x.r.UserAgent()),
		Namespace: x.path.Namespace, Name: x.path.Name, Subresource: x.path.Subresource, UID: x.NewUID(), Now: time.Now(),
	}, nil
}

// decide asks the kind.
func (x *exchange) decide(write Write) (Outcome, error) {
	write.Revision = x.Store.Revision() + 1
	write.Admission = x.writeWebhooks(write)
	out, err := x.kind.Write(x.ctx, write)
	out.DryRun = write.Options.DryRun
	return out, err
}

// replace updates or patches the object in the URL, or creates it by an apply.
func (x *exchange) replace(write Write) error {
	for {
		var old *store.Object
		old, write.Old = x.stored()
		out, err := x.decide(write)
		if refused := x.path.CheckName(); refused != nil && out.Status != nil && out.Status.Code == http.StatusNotFound {
			return refused
		}
		if err == nil && out.Status == nil {
			err = Commit(x.ctx, x.kind, &out, key(x.path.Namespace, x.path.Name), old)
		}
		if !errors.Is(err, store.ErrConflict) {
			return x.conclude(out, err)
		}
	}
}

// Commit writes a decision about an object of a kind at a key of its table, old if it is stored. The answer gets the
// revision. The error is store.ErrConflict if old has changed.
func Commit(ctx context.Context, kind Kind, out *Outcome, at string, old *store.Object) error {
	put := func(obj map[string]any) (*store.Object, error) {
		cur, err := kind.Table().Put(at, old, func(revision uint64) map[string]any { return registry.AtRevision(obj, revision) })
		if err == nil {
			out.Object = registry.AtRevision(out.Object, cur.Revision)
		}
		return cur, err
	}
	switch {
	case out.DryRun || !out.Gone && out.Stored == nil:
		return nil
	case out.Gone:
		if out.Marked != nil {
			marked, err := put(out.Marked)
			if err != nil {
				return err
			}
			old = marked
		}
		revision, err := kind.Table().Delete(old)
		if err != nil {
			return err
		}
		return kind.Written(ctx, store.Write{Old: old, Revision: revision})
	}
	cur, err := put(out.Stored)
	if err != nil {
		return err
	}
	return kind.Written(ctx, store.Write{Old: old, Cur: cur, Revision: cur.Revision})
}

// conclude answers with a decision.
func (x *exchange) conclude(out Outcome, err error) error {
	if err != nil {
		return err
	}
	x.warn(httpapi.WarningHeaders(out.Warnings))
	if out.Status != nil {
		x.reject(out.Status)
		return nil
	}
	if err := x.object(out.Code, out.Object); err != nil {
		x.reject(statusOf(err))
	}
	return nil
}

func name(obj map[string]any) string {
	name, _ := metadata(obj)["name"].(string)
	return name
}
