// Package live reads the objects of a cluster for an audit of package compat, with client-go.
//
//	client, err := dynamic.NewForConfig(config)
//	objects := live.Objects(ctx, "production", client.Resource(crontabs), metav1.ListOptions{})
//	report, err := audit.Run(ctx, objects)
//
// A list is read in pages, one at a time: memory does not grow with the number of objects. A server
// forgets the version of a list after some minutes. The rest is then read as it is at that time: an
// object that was created since may be missing.
//
// # Stability
//
// The package is not part of the stable core and may still change.
package live

import (
	"context"
	"errors"
	"fmt"
	"iter"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/dynamic"

	"github.com/seed95800270/crdschema/compat"
)

// pageSize is the number of objects of a page, as in kubectl.
const pageSize = 500

// Objects returns the objects of a resource, of one namespace or of all. name is the cluster, for
// people. opts may select objects; its Limit is the size of a page, 500 by default.
//
// An error of a request is the last [compat.Source]: the objects before it are judged.
func Objects(ctx context.Context, name string, client dynamic.ResourceInterface, opts metav1.ListOptions) iter.Seq2[compat.Source, map[string]any] {
	return func(yield func(compat.Source, map[string]any) bool) {
		if client == nil {
			yield(compat.Source{Name: name, Err: errors.New("there is no client")}, nil)
			return
		}
		if opts.Limit == 0 {
			opts.Limit = pageSize
		}
		for page := 1; ; page++ {
			list, err := next(ctx, client, &opts)
			if err != nil {
				yield(compat.Source{Name: name, Err: fmt.Errorf("page %d: %w", page, err)}, nil)
				return
			}
			for i := range list.Items {
				if !yield(compat.Source{Name: name}, list.Items[i].Object) {
					return
				}
			}
			if opts.Continue = list.GetContinue(); opts.Continue == "" {
				return
			}
			opts.ResourceVersion, opts.ResourceVersionMatch = "", "" // the token has them
		}
	}
}

// next reads a page. If the token expired, it takes the one that the server offers instead.
func next(ctx context.Context, client dynamic.ResourceInterface, opts *metav1.ListOptions) (*unstructured.UnstructuredList, error) {
	list, err := client.List(ctx, *opts)
	if opts.Continue == "" || !apierrors.IsResourceExpired(err) {
		return list, err
	}
	var status apierrors.APIStatus
	if !errors.As(err, &status) || status.Status().Continue == "" {
		return nil, err
	}
	opts.Continue = status.Status().Continue
	return client.List(ctx, *opts)
}
