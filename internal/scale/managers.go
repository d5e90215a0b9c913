package scale

import (
	"encoding/json"
	"strings"

	"github.com/seed95800270/crdschema/internal/metaedit"
)

// Manager is an entry of the managed fields of a Scale. Empty fields are absent.
type Manager struct {
	Manager     string          `json:"manager,omitempty"`
	Operation   string          `json:"operation,omitempty"`
	APIVersion  string          `json:"apiVersion,omitempty"`
	Time        string          `json:"time,omitempty"`
	FieldsType  string          `json:"fieldsType,omitempty"`
	FieldsV1    json.RawMessage `json:"fieldsV1,omitempty"`
	Subresource string          `json:"subresource,omitempty"`
}

// Managers returns the managers of the number of replicas among managedFields, those of an
// object as the server writes them, as the managed fields of its Scale. The paths are those
// of the scale subresources of the versions, by their apiVersions.
//
// Rule: k8s.io/apimachinery/pkg/util/managedfields, ScaleHandler.ToSubresource.
func Managers(managedFields any, paths map[string]*Paths) (managers []Manager) {
	list, _ := managedFields.([]any)
	for _, e := range list {
		entry, _ := e.(map[string]any)
		p := paths[metaedit.Text(entry, "apiVersion")]
		if p == nil || !owns(entry["fieldsV1"], p.SpecReplicas) {
			continue
		}
		managers = append(managers, Manager{
			Manager: metaedit.Text(entry, "manager"), Operation: metaedit.Text(entry, "operation"), APIVersion: "autoscaling/v1",
			Time: metaedit.Timestamp(metaedit.Time(entry["time"])), FieldsType: "FieldsV1",
			FieldsV1: json.RawMessage(`{"f:spec":{"f:replicas":{}}}`), Subresource: metaedit.Text(entry, "subresource"),
		})
	}
	return managers
}

// owns reports whether the field at a path is in a set of fields.
//
// Rule: sigs.k8s.io/structured-merge-diff/v6/fieldpath, Set.Has.
func owns(set any, path string) bool {
	for name := range strings.SplitSeq(strings.TrimPrefix(path, "."), ".") {
		fields, _ := set.(map[string]any)
		below, found := fields["f:"+name]
		if !found {
			return false
		}
		set = below
	}
	fields, _ := set.(map[string]any)
	_, itself := fields["."]
	return itself || len(fields) == 0
}
