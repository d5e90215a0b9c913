package fakeclient_test

import (
	_ "embed"
	"errors"
	"fmt"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	clientscheme "k8s.io/client-go/kubernetes/scheme"
	"sigs.k8s.io/controller-runtime/pkg/conversion"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/apimachinery/fakeclient"
)

//go:embed testdata/widgets.yaml
var widgetCRD string

// Widget is the hub.
type Widget struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              WidgetSpec   `json:"spec,omitempty"`
	Status            WidgetStatus `json:"status,omitempty"`
}

// WidgetSpec has a field that the CRD does not have, and one that sends its zero value.
type WidgetSpec struct {
	Replicas *int64 `json:"replicas,omitempty"`
	Limit    int64  `json:"limit,omitempty"`
	Color    string `json:"color,omitempty"`
	Ports    []Port `json:"ports,omitempty"`
	Newer    string `json:"newer,omitempty"`
}

// Port is an element of a keyed list.
type Port struct {
	Name string `json:"name"`
	Port int64  `json:"port,omitempty"`
}

// WidgetStatus is the status.
type WidgetStatus struct {
	Replicas int64  `json:"replicas,omitempty"`
	Phase    string `json:"phase,omitempty"`
}

// Hub implements conversion.Hub.
func (*Widget) Hub() {}

// DeepCopyObject implements runtime.Object.
func (w *Widget) DeepCopyObject() runtime.Object {
	out := *w
	w.ObjectMeta.DeepCopyInto(&out.ObjectMeta)
	if w.Spec.Replicas != nil {
		replicas := *w.Spec.Replicas
		out.Spec.Replicas = &replicas
	}
	out.Spec.Ports = append([]Port(nil), w.Spec.Ports...)
	return &out
}

// WidgetList is a list.
type WidgetList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []Widget `json:"items"`
}

// DeepCopyObject implements runtime.Object.
func (l *WidgetList) DeepCopyObject() runtime.Object {
	out := *l
	out.Items = nil
	for i := range l.Items {
		out.Items = append(out.Items, *l.Items[i].DeepCopyObject().(*Widget))
	}
	return &out
}

// OldWidget is v1beta1.
type OldWidget struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              OldSpec `json:"spec"`
}

// OldSpec sends zero values.
type OldSpec struct {
	Size   int64  `json:"size"`
	Colour string `json:"colour,omitempty"`
}

// DeepCopyObject implements runtime.Object.
func (w *OldWidget) DeepCopyObject() runtime.Object {
	out := *w
	w.ObjectMeta.DeepCopyInto(&out.ObjectMeta)
	return &out
}

// ConvertTo implements conversion.Convertible.
func (w *OldWidget) ConvertTo(hub conversion.Hub) error {
	if w.Annotations["hub"] == "no" {
		return errors.New("it has no hub")
	}
	out := hub.(*Widget)
	out.ObjectMeta, out.Spec.Replicas, out.Spec.Color = w.ObjectMeta, &w.Spec.Size, w.Spec.Colour
	return nil
}

// ConvertFrom implements conversion.Convertible.
func (w *OldWidget) ConvertFrom(hub conversion.Hub) error {
	in := hub.(*Widget)
	if in.Labels["convertible"] == "no" {
		return errors.New("it is not convertible")
	}
	w.ObjectMeta, w.Spec.Colour = in.ObjectMeta, in.Spec.Color
	if in.Spec.Replicas != nil {
		w.Spec.Size = *in.Spec.Replicas
	}
	return nil
}

// OldWidgetList is a list.
type OldWidgetList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []OldWidget `json:"items"`
}

// DeepCopyObject implements runtime.Object.
func (l *OldWidgetList) DeepCopyObject() runtime.Object {
	out := *l
	out.Items = append([]OldWidget(nil), l.Items...)
	return &out
}

var (
	group     = schema.GroupVersion{Group: "example.com", Version: "v1"}
	groupBeta = schema.GroupVersion{Group: "example.com", Version: "v1beta1"}
)

func newScheme() *runtime.Scheme {
	s := runtime.NewScheme()
	if err := clientscheme.AddToScheme(s); err != nil {
		panic(err)
	}
	s.AddKnownTypeWithName(group.WithKind("Widget"), &Widget{})
	s.AddKnownTypeWithName(group.WithKind("WidgetList"), &WidgetList{})
	s.AddKnownTypeWithName(groupBeta.WithKind("Widget"), &OldWidget{})
	s.AddKnownTypeWithName(groupBeta.WithKind("WidgetList"), &OldWidgetList{})
	metav1.AddToGroupVersion(s, group)
	return s
}

// definitions returns the definition of widgets.
func definitions(s *runtime.Scheme) []*crdschema.Definition {
	return []*crdschema.Definition{crdschema.MustCompileYAML(widgetCRD, fakeclient.HubConverter(s))}
}

func widget(name string) *Widget {
	return &Widget{ObjectMeta: metav1.ObjectMeta{Namespace: "ns", Name: name}}
}

var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

// fixed returns options that make answers independent of the time.
func fixed() []fakeclient.Option {
	n := 0
	return []fakeclient.Option{
		fakeclient.WithClock(func() time.Time { return noon }),
		fakeclient.WithUID(func() types.UID { n++; return types.UID(fmt.Sprintf("uid-%d", n)) }),
		fakeclient.WithUserAgent("test/1.0"),
	}
}

func ptr[T any](v T) *T { return &v }
