package protobuf

import (
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// unmarshaler is a Go type that decodes its messages.
type unmarshaler interface{ Unmarshal(b []byte) error }

// wellKnown returns a new value of a type that all kinds use and that JSON writes in a way of its own, and
// whether the message is one.
func wellKnown(name string) (bool, unmarshaler) {
	switch name[strings.LastIndexByte(name, '.')+1:] {
	case "ObjectMeta":
		return true, &metav1.ObjectMeta{}
	case "Time":
		return true, &metav1.Time{}
	case "MicroTime":
		return true, &metav1.MicroTime{}
	case "Duration":
		return true, &metav1.Duration{}
	case "Quantity":
		return true, &resource.Quantity{}
	case "IntOrString":
		return true, &intstr.IntOrString{}
	}
	return false, nil
}
