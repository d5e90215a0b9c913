package scale

import (
	"encoding/json"

	"github.com/seed95800270/crdschema/internal/managedfields"
	"github.com/seed95800270/crdschema/internal/metaedit"
)

// APIVersion is the apiVersion of [Kind].
const APIVersion = "autoscaling/v1"

// Scale is the Scale of an object. Its JSON has the server's order of fields: patches keep
// it, and errors quote it.
//
// Rule: k8s.io/api/autoscaling/v1, Scale.
type Scale struct {
	Kind       string   `json:"kind"`
	APIVersion string   `json:"apiVersion"`
	Metadata   metadata `json:"metadata"`
	Spec       spec     `json:"spec"`
	Status     status   `json:"status"`
}

type metadata struct {
	Name              string                `json:"name,omitempty"`
	Namespace         string                `json:"namespace,omitempty"`
	UID               string                `json:"uid,omitempty"`
	ResourceVersion   string                `json:"resourceVersion,omitempty"`
	CreationTimestamp string                `json:"creationTimestamp,omitempty"`
	ManagedFields     []managedfields.Entry `json:"managedFields,omitempty"`
}

type spec struct {
	Replicas int32 `json:"replicas,omitempty"`
}

type status struct {
	Replicas int32  `json:"replicas"`
	Selector string `json:"selector,omitempty"`
}

// New returns the Scale of obj with values, without managed fields.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresource, scaleFromCustomResource.
func New(obj map[string]any, v Values) Scale {
	meta := metaedit.Metadata(obj)
	return Scale{
		Kind: Kind.Kind, APIVersion: APIVersion,
		Metadata: metadata{
			Name: metaedit.Text(meta, "name"), Namespace: metaedit.Text(meta, "namespace"),
			UID: metaedit.Text(meta, "uid"), ResourceVersion: metaedit.Text(meta, "resourceVersion"),
			CreationTimestamp: metaedit.Timestamp(metaedit.Time(meta["creationTimestamp"])),
		},
		Spec:   spec{v.Replicas},
		Status: status{v.Current, v.Selector},
	}
}

// Text returns the JSON text of the Scale with the managers of the number of replicas among
// the managed fields of its object. paths are the paths of the versions, by their apiVersions.
//
// Rule: k8s.io/apimachinery/pkg/util/managedfields, ScaleHandler.ToSubresource.
func (s Scale) Text(managedFields any, paths map[string]*Paths) []byte {
	list, _ := managedFields.([]any)
	for _, v := range list {
		e := managedfields.EntryOf(v)
		p := paths[e.APIVersion]
		if p == nil || !managedfields.Owns(e.FieldsV1, p.SpecReplicasPath) {
			continue
		}
		e.APIVersion, e.FieldsType, e.FieldsV1 = APIVersion, managedfields.FieldsV1, replicasField
		e.Time = metaedit.Timestamp(metaedit.Time(e.Time))
		s.Metadata.ManagedFields = append(s.Metadata.ManagedFields, e)
	}
	text, _ := json.Marshal(s) // of strings and numbers, which are always JSON
	return text
}

var replicasField = json.RawMessage(`{"f:spec":{"f:replicas":{}}}`)

// Map returns the Scale as a new map, without managed fields.
func (s Scale) Map() map[string]any {
	meta := map[string]any{}
	setText(meta, "name", s.Metadata.Name)
	setText(meta, "namespace", s.Metadata.Namespace)
	setText(meta, "uid", s.Metadata.UID)
	setText(meta, "resourceVersion", s.Metadata.ResourceVersion)
	setText(meta, "creationTimestamp", s.Metadata.CreationTimestamp)
	desired, actual := map[string]any{}, map[string]any{"replicas": int64(s.Status.Replicas)}
	if s.Spec.Replicas != 0 {
		desired["replicas"] = int64(s.Spec.Replicas)
	}
	setText(actual, "selector", s.Status.Selector)
	return map[string]any{"apiVersion": s.APIVersion, "kind": s.Kind, "metadata": meta, "spec": desired, "status": actual}
}

func setText(m map[string]any, name, text string) {
	if text != "" {
		m[name] = text
	}
}
