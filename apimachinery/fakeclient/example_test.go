package fakeclient_test

import (
	"context"
	"errors"
	"fmt"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"

	"github.com/seed95800270/crdschema/apimachinery/fakeclient"
)

var ctx = context.Background()

func Example() {
	scheme := newScheme()
	c := fakeclient.MustWrap(fake.NewClientBuilder().WithScheme(scheme).Build(), definitions(scheme))

	w := widget("a")
	fmt.Println(c.Create(ctx, w))
	fmt.Println(*w.Spec.Replicas, w.Spec.Limit, w.Generation)

	w.Spec.Replicas = ptr[int64](11)
	fmt.Println(c.Update(ctx, w))
	// Output:
	// <nil>
	// 2 10 1
	// Widget.example.com "a" is invalid: spec: Invalid value: too many replicas
}

func ExampleWrap() {
	_, err := fakeclient.Wrap(fakeclient.MustWrap(fake.NewClientBuilder().Build(), nil), nil)
	fmt.Println(err)
	// Output:
	// *fakeclient.Client is not a client of sigs.k8s.io/controller-runtime/pkg/client/fake
}

func ExampleMustWrap() {
	scheme := newScheme()
	c := fakeclient.MustWrap(fake.NewClientBuilder().WithScheme(scheme).WithObjects(widget("a")).Build(), definitions(scheme))
	var w Widget
	fmt.Println(c.Get(ctx, types.NamespacedName{Namespace: "ns", Name: "a"}, &w), *w.Spec.Replicas)
	// The fake client below still has the object as it is.
	fmt.Println(c.Unwrap().Get(ctx, types.NamespacedName{Namespace: "ns", Name: "a"}, &w), w.Spec.Replicas == nil)
	// Output:
	// <nil> 2
	// <nil> true
}

func ExampleClient_Findings() {
	scheme := newScheme()
	c := fakeclient.MustWrap(fake.NewClientBuilder().WithScheme(scheme).Build(), definitions(scheme))
	w := widget("a")
	w.Spec.Newer = "a field of the next release"
	_ = c.Create(ctx, w)
	w.Spec.Newer = ""
	w.Status.Phase = "Ready"
	_ = c.Update(ctx, w)
	for _, f := range c.Findings() {
		fmt.Println(f.Verb, f.Name, f.Kind, f.Message)
	}
	fmt.Println(len(c.Findings().Of(fakeclient.NoChange)))
	// Output:
	// Create a DroppedField spec.newer: the CRD does not specify this field
	// Update a IgnoredChange status: Update does not change this field
	// Update a NoChange the object is stored like this already
	// 1
}

func ExampleFindings_String() {
	f := fakeclient.Finding{Kind: fakeclient.NoChange, Verb: "Update", GroupVersionKind: group.WithKind("Widget"),
		NamespacedName: types.NamespacedName{Namespace: "ns", Name: "a"}, Message: "the object is stored like this already", At: "controller.go:42"}
	fmt.Println(fakeclient.Findings{f}.String())
	// Output:
	// controller.go:42: Update Widget ns/a: NoChange: the object is stored like this already
}

func ExampleClient_ReconcileUntilSettled() {
	scheme := newScheme()
	c := fakeclient.MustWrap(fake.NewClientBuilder().WithScheme(scheme).WithObjects(widget("a")).Build(), definitions(scheme))
	key := types.NamespacedName{Namespace: "ns", Name: "a"}
	port := int64(0)
	// This reconciler writes another port each time.
	r := reconcile.Func(func(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
		var w Widget
		if err := c.Get(ctx, req.NamespacedName, &w); err != nil {
			return reconcile.Result{}, err
		}
		port++
		w.Spec.Ports = []Port{{Name: "web", Port: port}}
		return reconcile.Result{}, c.Update(ctx, &w)
	})
	_, err := c.ReconcileUntilSettled(ctx, r, reconcile.Request{NamespacedName: key}, 3)
	var loop *fakeclient.WriteLoopError
	fmt.Println(errors.As(err, &loop), loop.Error())
	// Output:
	// true the reconciler still writes after 3 runs:
	// Update Widget ns/a
	//   ~ .spec.ports[0].port: 2 → 3
}

func ExampleHubConverter() {
	scheme := newScheme()
	c := fakeclient.MustWrap(fake.NewClientBuilder().WithScheme(scheme).Build(), definitions(scheme))
	_ = c.Create(ctx, widget("a"))
	var old OldWidget
	fmt.Println(c.Get(ctx, types.NamespacedName{Namespace: "ns", Name: "a"}, &old), old.Spec)
	// Output:
	// <nil> {2 red}
}

func ExampleNewTypeConverter() {
	_, err := fakeclient.NewTypeConverter(ctx, definitions(newScheme())...)
	fmt.Println(err)
	// builder.WithTypeConverters(converter) since controller-runtime 0.22.

	// Output:
	// <nil>
}

// redOnly is a defaulter and a validator.
type redOnly struct{}

func (redOnly) Default(_ context.Context, obj runtime.Object) error {
	w := obj.(*Widget)
	w.Labels = map[string]string{"color": w.Spec.Color}
	return nil
}

func (redOnly) ValidateCreate(_ context.Context, obj runtime.Object) (admission.Warnings, error) {
	if obj.(*Widget).Spec.Color != "red" {
		return nil, errors.New("it must be red")
	}
	return nil, nil
}

func (r redOnly) ValidateUpdate(ctx context.Context, _, obj runtime.Object) (admission.Warnings, error) {
	return r.ValidateCreate(ctx, obj)
}

func (redOnly) ValidateDelete(context.Context, runtime.Object) (admission.Warnings, error) {
	return nil, errors.New("it must stay")
}

func ExampleWithDefaulter() {
	scheme := newScheme()
	c := fakeclient.MustWrap(fake.NewClientBuilder().WithScheme(scheme).Build(), definitions(scheme),
		fakeclient.WithDefaulter("mwidget.kb.io", &Widget{}, redOnly{}))
	w := widget("a")
	fmt.Println(c.Create(ctx, w), w.Labels)
	// Output:
	// <nil> map[color:red]
}

func ExampleWithValidator() {
	scheme := newScheme()
	c := fakeclient.MustWrap(fake.NewClientBuilder().WithScheme(scheme).Build(), definitions(scheme),
		fakeclient.WithValidator("vwidget.kb.io", &Widget{}, redOnly{}))
	w := widget("a")
	w.Spec.Color = "green"
	fmt.Println(c.Create(ctx, w))
	// Output:
	// admission webhook "vwidget.kb.io" denied the request: it must be red
}

func ExampleWithMutating() {
	scheme := newScheme()
	h := admission.HandlerFunc(func(_ context.Context, req admission.Request) admission.Response {
		return admission.Denied(fmt.Sprintf("no %s of %s", req.Operation, req.Name))
	})
	c := fakeclient.MustWrap(fake.NewClientBuilder().WithScheme(scheme).Build(), definitions(scheme),
		fakeclient.WithMutating("mwidget.kb.io", &Widget{}, h))
	fmt.Println(c.Create(ctx, widget("a")))
	// Output:
	// admission webhook "mwidget.kb.io" denied the request: no CREATE of a
}

func ExampleWithValidating() {
	scheme := newScheme()
	h := admission.HandlerFunc(func(context.Context, admission.Request) admission.Response {
		return admission.Allowed("").WithWarnings("widgets are old")
	})
	c := fakeclient.MustWrap(fake.NewClientBuilder().WithScheme(scheme).Build(), definitions(scheme),
		fakeclient.WithValidating("vwidget.kb.io", &Widget{}, h))
	fmt.Println(c.Create(ctx, widget("a")), c.Findings()[0].Message)
	// Output:
	// <nil> widgets are old
}

func ExampleWithClock() {
	scheme := newScheme()
	c := fakeclient.MustWrap(fake.NewClientBuilder().WithScheme(scheme).Build(), definitions(scheme), fixed()...)
	w := widget("a")
	_ = c.Create(ctx, w)
	fmt.Println(w.CreationTimestamp.UTC(), w.UID, w.ResourceVersion)
	// Output:
	// 2026-01-02 12:00:00 +0000 UTC uid-1 1
}

func ExampleWithManagedFields() {
	scheme := newScheme()
	c := fakeclient.MustWrap(fake.NewClientBuilder().WithScheme(scheme).Build(), definitions(scheme),
		fakeclient.WithManagedFields(), fakeclient.WithUserAgent("manager/v1"))
	w := widget("a")
	w.Spec.Color = "green"
	_ = c.Create(ctx, w)
	fmt.Println(w.ManagedFields[0].Manager, string(w.ManagedFields[0].FieldsV1.Raw))
	// Output:
	// manager {"f:spec":{".":{},"f:color":{},"f:limit":{},"f:replicas":{}}}
}

func ExampleWithUID() {
	scheme := newScheme()
	c := fakeclient.MustWrap(fake.NewClientBuilder().WithScheme(scheme).Build(), definitions(scheme),
		fakeclient.WithUID(func() types.UID { return "0001" }))
	w := widget("a")
	_ = c.Create(ctx, w)
	fmt.Println(w.UID)
	// Output:
	// 0001
}

func ExampleWithUserAgent() {
	scheme := newScheme()
	c := fakeclient.MustWrap(fake.NewClientBuilder().WithScheme(scheme).Build(), definitions(scheme),
		fakeclient.WithManagedFields(), fakeclient.WithUserAgent("manager/v1"))
	w := widget("a")
	_ = c.Create(ctx, w)
	w.Spec.Color = "blue"
	_ = c.Update(ctx, w, client.FieldOwner("me"))
	for _, entry := range w.ManagedFields {
		fmt.Println(entry.Manager)
	}
	// Output:
	// manager
	// me
}

// printed is a test that prints what it is told.
type printed struct{ cleanups []func() }

func (*printed) Helper()                           {}
func (*printed) Logf(format string, args ...any)   { fmt.Printf("log: "+format+"\n", args...) }
func (*printed) Errorf(format string, args ...any) { fmt.Printf("error: "+format+"\n", args...) }
func (p *printed) Cleanup(f func())                { p.cleanups = append(p.cleanups, f) }
func (p *printed) end() {
	for _, f := range p.cleanups {
		f()
	}
}

func ExampleWithFailure() {
	scheme, t := newScheme(), &printed{}
	c := fakeclient.MustWrap(fake.NewClientBuilder().WithScheme(scheme).Build(), definitions(scheme),
		fakeclient.WithFailure(t, fakeclient.DroppedField))
	w := widget("a")
	w.Spec.Newer = "x"
	_ = c.Create(ctx, w)
	t.end()
	// Output:
	// error: findings of the fake client:
	// example_test.go:263: Create Widget ns/a: DroppedField: spec.newer: the CRD does not specify this field
}

func ExampleWithLog() {
	scheme, t := newScheme(), &printed{}
	c := fakeclient.MustWrap(fake.NewClientBuilder().WithScheme(scheme).Build(), definitions(scheme), fakeclient.WithLog(t))
	w := widget("a")
	_ = c.Create(ctx, w)
	_ = c.Update(ctx, w)
	t.end()
	// Output:
	// log: findings of the fake client:
	// example_test.go:275: Update Widget ns/a: NoChange: the object is stored like this already
}
