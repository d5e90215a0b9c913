package fakeclient_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	autoscalingv1 "k8s.io/api/autoscaling/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"

	"github.com/seed95800270/crdschema/apimachinery/fakeclient"
)

var key = types.NamespacedName{Namespace: "ns", Name: "a"}

// newClient returns a client with fixed answers and some stored objects.
func newClient(t *testing.T, objs ...client.Object) *fakeclient.Client {
	t.Helper()
	scheme := newScheme()
	below := fake.NewClientBuilder().WithScheme(scheme).WithObjects(objs...).WithIndex(&Widget{}, "index", func(o client.Object) []string {
		return []string{o.(*Widget).Spec.Color}
	}).Build()
	c, err := fakeclient.Wrap(below, definitions(scheme), fixed()...)
	require.NoError(t, err)
	return c
}

func created(t *testing.T, c *fakeclient.Client) *Widget {
	t.Helper()
	w := widget("a")
	require.NoError(t, c.Create(ctx, w))
	return w
}

func TestCreate(t *testing.T) {
	c := newClient(t)
	w := widget("a")
	w.Status.Phase = "Ready"
	require.NoError(t, c.Create(ctx, w))
	assert.Equal(t, WidgetSpec{Replicas: ptr[int64](2), Limit: 10, Color: "red"}, w.Spec)
	assert.Equal(t, WidgetStatus{}, w.Status, "an answer replaces the object")
	assert.Equal(t, metav1.TypeMeta{}, w.TypeMeta)

	var got Widget
	require.NoError(t, c.Get(ctx, key, &got))
	assert.Equal(t, WidgetStatus{}, got.Status)

	err := c.Create(ctx, widget("a"))
	assert.True(t, apierrors.IsAlreadyExists(err))
	assert.EqualError(t, err, `widgets.example.com "a" already exists`)
	assert.EqualError(t, c.Create(ctx, &Widget{}), "an empty namespace may not be set during creation")

	generated := widget("")
	generated.GenerateName = "b-"
	require.NoError(t, c.Create(ctx, generated))
	assert.Len(t, generated.Name, len("b-")+5)
}

func TestDryRun(t *testing.T) {
	c := newClient(t)
	w := widget("a")
	require.NoError(t, c.Create(ctx, w, client.DryRunAll))
	assert.Equal(t, int64(10), w.Spec.Limit)
	assert.True(t, apierrors.IsNotFound(c.Get(ctx, key, w)))
}

func TestUpdate(t *testing.T) {
	c := newClient(t)
	w := created(t, c)
	stale := w.DeepCopyObject().(*Widget)

	require.NoError(t, c.Update(ctx, w))
	assert.Equal(t, "1", w.ResourceVersion, "nothing changes")

	w.Spec.Color = "blue"
	require.NoError(t, c.Update(ctx, w))
	assert.Equal(t, "2", w.ResourceVersion)
	assert.Equal(t, int64(2), w.Generation)

	stale.Spec.Color = "green"
	err := c.Update(ctx, stale)
	assert.True(t, apierrors.IsConflict(err))
	assert.EqualError(t, err, `Operation cannot be fulfilled on widgets.example.com "a": the object has been modified; please apply your changes to the latest version and try again`)

	w.Spec.Color = "pink"
	assert.True(t, apierrors.IsInvalid(c.Update(ctx, w)))
	assert.True(t, apierrors.IsNotFound(c.Update(ctx, widget("b"))))
}

func TestStatus(t *testing.T) {
	c := newClient(t)
	w := created(t, c)
	w.Status.Phase, w.Spec.Color = "Ready", "blue"
	require.NoError(t, c.Status().Update(ctx, w))
	var got Widget
	require.NoError(t, c.Get(ctx, key, &got))
	assert.Equal(t, "Ready", got.Status.Phase)
	assert.Equal(t, "red", got.Spec.Color)
	assert.Equal(t, int64(1), got.Generation)
	assert.Equal(t, []fakeclient.FindingKind{fakeclient.IgnoredChange}, kindsOf(c.Findings()))

	require.NoError(t, c.Status().Patch(ctx, &got, client.RawPatch(types.MergePatchType, []byte(`{"status":{"phase":"Gone"}}`))))
	assert.Equal(t, "Gone", got.Status.Phase)
}

func kindsOf(all fakeclient.Findings) []fakeclient.FindingKind {
	out := make([]fakeclient.FindingKind, len(all))
	for i, f := range all {
		out[i] = f.Kind
	}
	return out
}

func TestScale(t *testing.T) {
	c := newClient(t)
	w := created(t, c)
	var scale autoscalingv1.Scale
	require.NoError(t, c.SubResource("scale").Get(ctx, w, &scale))
	assert.Equal(t, int32(2), scale.Spec.Replicas)

	scale.Spec.Replicas = 5
	require.NoError(t, c.SubResource("scale").Update(ctx, w, client.WithSubResourceBody(&scale)))
	assert.Equal(t, "2", scale.ResourceVersion)
	require.NoError(t, c.Get(ctx, key, w))
	assert.Equal(t, int64(5), *w.Spec.Replicas)

	scale.Spec.Replicas = 50
	assert.True(t, apierrors.IsInvalid(c.SubResource("scale").Update(ctx, w, client.WithSubResourceBody(&scale))))
}

func TestPatch(t *testing.T) {
	c := newClient(t)
	w := created(t, c)
	base := w.DeepCopyObject().(*Widget)
	w.Spec.Color = "green"
	require.NoError(t, c.Patch(ctx, w, client.MergeFrom(base)))
	assert.Equal(t, "green", w.Spec.Color)
	require.NoError(t, c.Patch(ctx, w, client.RawPatch(types.JSONPatchType, []byte(`[{"op":"remove","path":"/spec/color"}]`))))
	assert.Equal(t, "red", w.Spec.Color)

	err := c.Patch(ctx, w, client.StrategicMergeFrom(base))
	assert.True(t, apierrors.IsUnsupportedMediaType(err))

	partial := &metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{Namespace: "ns", Name: "a"}}
	partial.SetGroupVersionKind(group.WithKind("Widget"))
	require.NoError(t, c.Patch(ctx, partial, client.RawPatch(types.MergePatchType, []byte(`{"metadata":{"labels":{"a":"b"}}}`))))
	assert.Equal(t, map[string]string{"a": "b"}, partial.Labels)
	assert.Equal(t, "Widget", partial.Kind)
}

func TestApply(t *testing.T) {
	c := newClient(t)
	configuration := func(ports ...any) *unstructured.Unstructured {
		return &unstructured.Unstructured{Object: map[string]any{
			"apiVersion": "example.com/v1", "kind": "Widget", "metadata": map[string]any{"namespace": "ns", "name": "a"},
			"spec": map[string]any{"ports": ports},
		}}
	}
	web, dns := map[string]any{"name": "web", "port": int64(80)}, map[string]any{"name": "dns", "port": int64(53)}
	require.NoError(t, c.Patch(ctx, configuration(web), client.Apply, client.FieldOwner("one")))
	require.NoError(t, c.Patch(ctx, configuration(dns), client.Apply, client.FieldOwner("two")))
	var w Widget
	require.NoError(t, c.Get(ctx, key, &w))
	assert.Equal(t, []Port{{"web", 80}, {"dns", 53}}, w.Spec.Ports)

	other := map[string]any{"name": "web", "port": int64(81)}
	assert.True(t, apierrors.IsConflict(c.Patch(ctx, configuration(other), client.Apply, client.FieldOwner("two"))))
	require.NoError(t, c.Patch(ctx, configuration(other), client.Apply, client.FieldOwner("two"), client.ForceOwnership))
	assert.True(t, apierrors.IsInvalid(c.Patch(ctx, configuration(web), client.Apply)), "an apply needs an owner")
}

func TestSubresourceThatIsNotServed(t *testing.T) {
	c := newClient(t)
	w := created(t, c)
	configuration := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "example.com/v1", "kind": "Widget", "metadata": map[string]any{"namespace": "ns", "name": "a"},
		"spec": map[string]any{"color": "blue"},
	}}
	patch := client.RawPatch(types.MergePatchType, []byte(`{"spec":{"color":"blue"}}`))
	for name, err := range map[string]error{
		"apply":  c.ApplyTo(ctx, "foo", configuration),
		"update": c.SubResource("foo").Update(ctx, w),
		"patch":  c.SubResource("foo").Patch(ctx, w, patch),
	} {
		assert.True(t, apierrors.IsNotFound(err), name)
	}
	require.NoError(t, c.Get(ctx, key, w))
	assert.Equal(t, "red", w.Spec.Color)
}

func TestDelete(t *testing.T) {
	c := newClient(t)
	w := widget("a")
	w.Finalizers = []string{"example.com/hold"}
	require.NoError(t, c.Create(ctx, w))

	wrong := client.Preconditions{UID: ptr(types.UID("other"))}
	assert.True(t, apierrors.IsConflict(c.Delete(ctx, w, wrong)))
	require.NoError(t, c.Delete(ctx, w))
	require.NoError(t, c.Get(ctx, key, w))
	assert.Equal(t, noon, w.DeletionTimestamp.UTC())
	assert.Equal(t, int64(2), w.Generation)
	require.NoError(t, c.Delete(ctx, w))
	require.NoError(t, c.Get(ctx, key, w))
	assert.Equal(t, "2", w.ResourceVersion, "it was being deleted")

	w.Finalizers = nil
	require.NoError(t, c.Update(ctx, w))
	assert.True(t, apierrors.IsNotFound(c.Get(ctx, key, w)))
	assert.True(t, apierrors.IsNotFound(c.Delete(ctx, w)))
}

func TestDeleteAllOf(t *testing.T) {
	red, blue := widget("red"), widget("blue")
	red.Labels, blue.Labels = map[string]string{"color": "red"}, map[string]string{"color": "blue"}
	c := newClient(t, red, blue)
	require.NoError(t, c.DeleteAllOf(ctx, &Widget{}, client.InNamespace("ns"), client.MatchingLabels{"color": "red"}))
	var list WidgetList
	require.NoError(t, c.List(ctx, &list))
	require.Len(t, list.Items, 1)
	assert.Equal(t, "blue", list.Items[0].Name)
	assert.True(t, apierrors.IsNotFound(c.DeleteAllOf(ctx, &Widget{})))
}

func TestList(t *testing.T) {
	red, blue := widget("red"), widget("blue")
	blue.Spec.Color = "blue"
	c := newClient(t, red, blue)
	for name, option := range map[string]client.ListOption{
		"an index":           client.MatchingFields{"index": "blue"},
		"a selectable field": client.MatchingFieldsSelector{Selector: fields.OneTermEqualSelector("spec.color", "blue")},
	} {
		var list WidgetList
		require.NoError(t, c.List(ctx, &list, option), name)
		require.Len(t, list.Items, 1, name)
		assert.Equal(t, int64(10), list.Items[0].Spec.Limit, name)
	}
	assert.ErrorContains(t, c.List(ctx, &WidgetList{}, client.MatchingFields{"spec.limit": "1"}), "no index with name spec.limit")

	untyped := &unstructured.UnstructuredList{}
	untyped.SetGroupVersionKind(groupBeta.WithKind("WidgetList"))
	for range 2 {
		require.NoError(t, c.List(ctx, untyped))
		require.Len(t, untyped.Items, 2)
		assert.Equal(t, map[string]any{"size": int64(2), "colour": "blue"}, untyped.Items[0].Object["spec"])
		assert.Equal(t, groupBeta.WithKind("WidgetList"), untyped.GroupVersionKind())
		assert.Equal(t, groupBeta.WithKind("Widget"), untyped.Items[0].GroupVersionKind())
	}

	partial := &metav1.PartialObjectMetadataList{}
	partial.SetGroupVersionKind(group.WithKind("WidgetList"))
	require.NoError(t, c.List(ctx, partial))
	assert.Len(t, partial.Items, 2)
}

func TestVersions(t *testing.T) {
	c := newClient(t)
	old := &OldWidget{ObjectMeta: metav1.ObjectMeta{Namespace: "ns", Name: "a"}, Spec: OldSpec{Size: 3, Colour: "blue"}}
	require.NoError(t, c.Create(ctx, old))
	var w Widget
	require.NoError(t, c.Get(ctx, key, &w))
	assert.Equal(t, WidgetSpec{Replicas: ptr[int64](3), Limit: 10, Color: "blue"}, w.Spec)
	assert.Equal(t, "example.com/v1beta1 Widget is deprecated; use example.com/v1 Widget", c.Findings()[0].Message)

	unserved := &unstructured.Unstructured{}
	unserved.SetGroupVersionKind(group.WithKind("Widget"))
	unserved.SetAPIVersion("example.com/v2")
	assert.ErrorContains(t, c.Get(ctx, key, unserved), "no matches for")
}
