package fakeclient_test

import (
	"reflect"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"

	"github.com/seed95800270/crdschema/apimachinery/fakeclient"
)

// with calls a method of the builder that older releases of controller-runtime do not have.
func with(t *testing.T, b *fake.ClientBuilder, method string, args ...any) {
	t.Helper()
	m := reflect.ValueOf(b).MethodByName(method)
	if !m.IsValid() {
		t.Skip("this release of controller-runtime has no " + method)
	}
	var in []reflect.Value
	for _, a := range args {
		in = append(in, reflect.ValueOf(a))
	}
	m.Call(in)
}

// All objects count together, and a removal has a number of its own, as on a server.
func TestGlobalResourceVersionCounter(t *testing.T) {
	scheme := newScheme()
	builder := fake.NewClientBuilder().WithScheme(scheme)
	with(t, builder, "WithGlobalResourceVersionCounter")
	c, err := fakeclient.Wrap(builder.Build(), definitions(scheme), fixed()...)
	require.NoError(t, err)
	w, err := c.Watch(ctx, &WidgetList{})
	require.NoError(t, err)
	defer w.Stop()

	a, b := widget("a"), widget("b")
	require.NoError(t, c.Create(ctx, a))
	require.NoError(t, c.Create(ctx, b))
	assert.Greater(t, number(t, b), number(t, a))
	before := number(t, b)
	a.Spec.Color = "blue"
	require.NoError(t, c.Update(ctx, a))
	assert.Greater(t, number(t, a), before)
	require.NoError(t, c.Delete(ctx, b))

	events := []*Widget{}
	var types []string
	for range 4 {
		event := <-w.ResultChan()
		types = append(types, string(event.Type))
		events = append(events, event.Object.(*Widget))
	}
	assert.Equal(t, []string{"ADDED", "ADDED", "MODIFIED", "DELETED"}, types)
	for i := range 3 {
		assert.Greater(t, number(t, events[i+1]), number(t, events[i]))
	}
	require.NoError(t, c.Create(ctx, widget("b")))
	var again Widget
	require.NoError(t, c.Get(ctx, client.ObjectKey{Namespace: "ns", Name: "b"}, &again))
	assert.Greater(t, number(t, &again), number(t, events[3]))
}

func number(t *testing.T, w *Widget) int {
	t.Helper()
	n := 0
	for _, c := range w.ResourceVersion {
		n = 10*n + int(c-'0')
	}
	require.NotZero(t, n)
	return n
}

// The fake client alone merges the keyed list of a CRD with the converter.
func TestWithTypeConverters(t *testing.T) {
	scheme := newScheme()
	converter, err := fakeclient.NewTypeConverter(ctx, definitions(scheme)...)
	require.NoError(t, err)
	builder := fake.NewClientBuilder().WithScheme(scheme)
	with(t, builder, "WithTypeConverters", converter)
	plain := builder.Build()
	wrapped, err := fakeclient.Wrap(plain, definitions(scheme), fixed()...)
	require.NoError(t, err)
	for name, c := range map[string]client.Client{"plain": plain, "wrapped": wrapped} {
		for _, port := range []string{"http", "metrics"} {
			require.NoError(t, c.Patch(ctx, applied(name, port), client.Apply, client.FieldOwner(port)), name)
		}
		var got Widget
		require.NoError(t, c.Get(ctx, client.ObjectKey{Namespace: "ns", Name: name}, &got))
		assert.Equal(t, []Port{{Name: "http", Port: 80}, {Name: "metrics", Port: 80}}, got.Spec.Ports, name)
	}
}

func applied(name, port string) *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "example.com/v1", "kind": "Widget", "metadata": map[string]any{"namespace": "ns", "name": name},
		"spec": map[string]any{"ports": []any{map[string]any{"name": port, "port": int64(80)}}},
	}}
}

// The fake client registers the kind of an unstructured list that the scheme lacks.
func TestUnknownListsBesideRequests(t *testing.T) {
	c := newClient(t)
	created(t, c)
	var all sync.WaitGroup
	for i := range 20 {
		all.Add(2)
		go func() {
			defer all.Done()
			var list unstructured.UnstructuredList
			list.SetAPIVersion("example.com/v1")
			list.SetKind("Lamp" + string(rune('A'+i)) + "List")
			assert.NoError(t, c.List(ctx, &list))
		}()
		go func() {
			defer all.Done()
			assert.NoError(t, c.List(ctx, &WidgetList{}))
			assert.NoError(t, c.Get(ctx, key, &Widget{}))
		}()
	}
	all.Wait()
}
