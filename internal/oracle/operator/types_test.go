package operator_test

import (
	"encoding/json"

	autoscalingv1 "k8s.io/api/autoscaling/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

var group = schema.GroupVersion{Group: "operator.example.com", Version: "v1"}

// Garden is the object of the operator.
type Garden struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              GardenSpec   `json:"spec,omitempty"`
	Status            GardenStatus `json:"status,omitempty"`
}

// GardenSpec has a field that the CRD does not have.
type GardenSpec struct {
	Plants *int64 `json:"plants,omitempty"`
	Beds   int64  `json:"beds,omitempty"`
	Kind   string `json:"kind,omitempty"`
	Fence  string `json:"fence,omitempty"`
}

// GardenStatus has conditions.
type GardenStatus struct {
	Ready      int64       `json:"ready,omitempty"`
	Conditions []Condition `json:"conditions,omitempty"`
}

// Condition is a condition without a time.
type Condition struct {
	Type               string `json:"type"`
	Status             string `json:"status"`
	Reason             string `json:"reason,omitempty"`
	Message            string `json:"message,omitempty"`
	ObservedGeneration int64  `json:"observedGeneration,omitempty"`
}

// GardenList is a list.
type GardenList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []Garden `json:"items"`
}

// Flower is a child.
type Flower struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              FlowerSpec   `json:"spec,omitempty"`
	Status            FlowerStatus `json:"status,omitempty"`
}

// FlowerSpec is the spec of a child.
type FlowerSpec struct {
	Kind  string   `json:"kind,omitempty"`
	Water int64    `json:"water,omitempty"`
	Tags  []string `json:"tags,omitempty"`
}

// FlowerStatus is the status of a child.
type FlowerStatus struct {
	Grown bool `json:"grown,omitempty"`
}

// FlowerList is a list.
type FlowerList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []Flower `json:"items"`
}

func copied[T any](in *T) *T {
	text, err := json.Marshal(in)
	out := new(T)
	if err == nil {
		err = json.Unmarshal(text, out)
	}
	if err != nil {
		panic(err)
	}
	return out
}

// DeepCopyObject implements runtime.Object.
func (g *Garden) DeepCopyObject() runtime.Object { return copied(g) }

// DeepCopyObject implements runtime.Object.
func (l *GardenList) DeepCopyObject() runtime.Object { return copied(l) }

// DeepCopyObject implements runtime.Object.
func (p *Flower) DeepCopyObject() runtime.Object { return copied(p) }

// DeepCopyObject implements runtime.Object.
func (l *FlowerList) DeepCopyObject() runtime.Object { return copied(l) }

func newScheme() *runtime.Scheme {
	s := runtime.NewScheme()
	s.AddKnownTypes(group, &Garden{}, &GardenList{}, &Flower{}, &FlowerList{})
	metav1.AddToGroupVersion(s, group)
	if err := autoscalingv1.AddToScheme(s); err != nil { // else clients send a Scale without its kind
		panic(err)
	}
	return s
}
