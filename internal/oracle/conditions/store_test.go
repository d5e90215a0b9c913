package conditions

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	client "k8s.io/apiextensions-apiserver/pkg/client/clientset/clientset/typed/apiextensions/v1"
	listers "k8s.io/apiextensions-apiserver/pkg/client/listers/apiextensions/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/tools/cache"
)

// store is a server's storage with one definition that can be written: client,
// informer and lister in one. When a controller requests the definition called
// mark, it has processed all earlier events.
type store struct {
	own     *apiextensionsv1.CustomResourceDefinition
	others  []*apiextensionsv1.CustomResourceDefinition
	indexer cache.Indexer
	handler cache.ResourceEventHandler
	writes  int
	marks   int
	marked  chan string
}

// mark begins the names of marks. Each is used once.
const mark = "mark"

func newStore(own *apiextensionsv1.CustomResourceDefinition, others []*apiextensionsv1.CustomResourceDefinition) *store {
	s := &store{own: own, others: others, marked: make(chan string),
		indexer: cache.NewIndexer(cache.MetaNamespaceKeyFunc, cache.Indexers{})}
	for _, crd := range append(slices.Clone(others), own) {
		crd.ResourceVersion = "1"
		if err := s.indexer.Add(crd); err != nil {
			panic(err)
		}
	}
	return s
}

// rest sends the definition to the controller until it writes nothing more.
func (s *store) rest() {
	s.handler.OnAdd(s.own, true)
	for before := -1; before != s.writes; {
		before = s.writes
		s.marks++
		name := fmt.Sprint(mark, s.marks, ".nowhere")
		s.handler.OnAdd(&apiextensionsv1.CustomResourceDefinition{ObjectMeta: metav1.ObjectMeta{Name: name}}, false)
		for marked := ""; marked != name; {
			marked = <-s.marked
		}
	}
}

// informer is the store as controllers watch it.
type informer struct {
	cache.SharedIndexInformer
	*store
}

func (i informer) Informer() cache.SharedIndexInformer { return i }

func (i informer) Lister() listers.CustomResourceDefinitionLister { return lister{store: i.store} }

func (i informer) HasSynced() bool { return true }

func (i informer) GetIndexer() cache.Indexer { return i.indexer }

func (i informer) AddEventHandler(h cache.ResourceEventHandler) (cache.ResourceEventHandlerRegistration, error) {
	i.handler = h
	return nil, nil
}

func (i informer) AddEventHandlerWithOptions(h cache.ResourceEventHandler, _ cache.HandlerOptions) (cache.ResourceEventHandlerRegistration, error) {
	return i.AddEventHandler(h)
}

type lister struct {
	listers.CustomResourceDefinitionLister
	store *store
}

var resource = schema.GroupResource{Group: apiextensionsv1.GroupName, Resource: "customresourcedefinitions"}

func (l lister) List(labels.Selector) ([]*apiextensionsv1.CustomResourceDefinition, error) {
	return append(slices.Clone(l.store.others), l.store.own), nil
}

func (l lister) Get(name string) (*apiextensionsv1.CustomResourceDefinition, error) {
	if strings.HasPrefix(name, mark) {
		l.store.marked <- name
		return nil, apierrors.NewNotFound(resource, name)
	}
	all, _ := l.List(nil)
	for _, crd := range all {
		if crd.Name == name {
			return crd, nil
		}
	}
	return nil, apierrors.NewNotFound(resource, name)
}

// writer is the store as controllers write to it.
type writer struct {
	client.CustomResourceDefinitionInterface
	store *store
}

func (s *store) CustomResourceDefinitions() client.CustomResourceDefinitionInterface {
	return writer{store: s}
}

// UpdateStatus writes a changed status. Other fields of the definition keep their
// stored values.
func (w writer) UpdateStatus(_ context.Context, crd *apiextensionsv1.CustomResourceDefinition, _ metav1.UpdateOptions) (*apiextensionsv1.CustomResourceDefinition, error) {
	if crd.Name != w.store.own.Name {
		return nil, apierrors.NewConflict(resource, crd.Name, nil)
	}
	was, now := w.store.own, crd.DeepCopy()
	if equality.Semantic.DeepEqual(was, now) { // a server does not store it, and sends no event
		return now, nil
	}
	now.ResourceVersion = strconv.Itoa(w.store.writes + 2)
	w.store.own = now
	w.store.writes++
	if err := w.store.indexer.Update(now); err != nil {
		return nil, err
	}
	w.store.handler.OnUpdate(was, now)
	return now.DeepCopy(), nil
}
