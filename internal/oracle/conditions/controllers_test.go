package conditions

import (
	"context"
	"strings"

	"k8s.io/apiextensions-apiserver/pkg/controller/apiapproval"
	"k8s.io/apiextensions-apiserver/pkg/controller/establish"
	"k8s.io/apiextensions-apiserver/pkg/controller/finalizer"
	"k8s.io/apiextensions-apiserver/pkg/controller/nonstructuralschema"
	"k8s.io/apiextensions-apiserver/pkg/controller/status"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metainternalversion "k8s.io/apimachinery/pkg/apis/meta/internalversion"
)

// runControllers runs the controllers until they write nothing more, except the
// one that deletes objects.
func (s *store) runControllers() {
	s.run(func(i informer) func(context.Context) {
		return status.NewNamingConditionController(klog.Background(), i, s).RunWithContext
	})
	s.run(func(i informer) func(context.Context) {
		c := establish.NewEstablishingController(i, s)
		s.handler = cache.ResourceEventHandlerFuncs{
			AddFunc:    func(obj any) { c.QueueCRD(obj.(*apiextensionsv1.CustomResourceDefinition).Name, 0) },
			UpdateFunc: func(_, obj any) { c.QueueCRD(obj.(*apiextensionsv1.CustomResourceDefinition).Name, 0) },
		}
		return c.RunWithContext
	})
	s.run(func(i informer) func(context.Context) {
		c := nonstructuralschema.NewConditionController(i, s)
		return func(ctx context.Context) { c.RunWithContext(1, ctx) }
	})
	s.run(func(i informer) func(context.Context) {
		c := apiapproval.NewKubernetesAPIApprovalPolicyConformantConditionController(i, s)
		return func(ctx context.Context) { c.RunWithContext(1, ctx) }
	})
}

// clean deletes the objects of the definition if it is being deleted.
func (s *store) clean(o objects) {
	s.run(func(i informer) func(context.Context) {
		c := finalizer.NewCRDFinalizer(i, s, o)
		handler := s.handler
		queue := cache.ResourceEventHandlerFuncs{ // the mark does not wait for the deletion
			AddFunc: func(obj any) {
				crd := obj.(*apiextensionsv1.CustomResourceDefinition).DeepCopy()
				if strings.HasPrefix(crd.Name, mark) {
					now := metav1.Now()
					crd.DeletionTimestamp, crd.Finalizers = &now, []string{apiextensionsv1.CustomResourceCleanupFinalizer}
				}
				handler.OnAdd(crd, false)
			},
			UpdateFunc: handler.OnUpdate,
		}
		s.handler = queue
		return func(ctx context.Context) { c.RunWithContext(1, ctx) }
	})
}

// run runs one controller until it writes nothing more.
func (s *store) run(controller func(informer) func(context.Context)) {
	ctx, cancel := context.WithCancel(context.Background())
	stopped := make(chan struct{})
	start := controller(informer{store: s})
	go func() {
		defer close(stopped)
		start(ctx)
	}()
	s.rest()
	cancel()
	<-stopped
}

// objects are those of a definition, and the errors of their deletion.
type objects struct {
	rest.Lister
	rest.CollectionDeleter
	listing, deleting, confirming error
	lists                         *int
}

func (o objects) GetCustomResourceListerCollectionDeleter(*apiextensionsv1.CustomResourceDefinition) (finalizer.ListerCollectionDeleter, error) {
	return o, nil
}

// List returns one object, or none after its deletion. It returns the same errors
// when the controller retries.
func (o objects) List(context.Context, *metainternalversion.ListOptions) (runtime.Object, error) {
	*o.lists++
	if again := *o.lists%2 == 0; again && o.listing == nil && o.deleting == nil {
		return &unstructured.UnstructuredList{}, o.confirming
	}
	one := unstructured.Unstructured{Object: map[string]any{"metadata": map[string]any{"namespace": "a", "name": "b"}}}
	return &unstructured.UnstructuredList{Items: []unstructured.Unstructured{one}}, o.listing
}

func (o objects) DeleteCollection(context.Context, rest.ValidateObjectFunc, *metav1.DeleteOptions, *metainternalversion.ListOptions) (runtime.Object, error) {
	return nil, o.deleting
}
