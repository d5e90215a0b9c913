package apimachinery_test

import (
	"context"
	_ "embed"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/document"
)

const cronTabs = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: crontabs.stable.example.com}
spec:
  group: stable.example.com
  scope: Namespaced
  names: {plural: crontabs, singular: crontab, kind: CronTab}
  versions:
  - name: v1
    served: true
    storage: true
    subresources: {status: {}, scale: {specReplicasPath: .spec.replicas, statusReplicasPath: .status.ready}}
    selectableFields: [{jsonPath: .spec.image}]
    additionalPrinterColumns: [{name: Image, type: string, jsonPath: .spec.image}]
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              cronSpec: {type: string, pattern: '^[0-9*/ ]+$'}
              image: {type: string}
              replicas: {type: integer, default: 1, maximum: 10}
              seed: {type: integer, format: int64}
              note: {type: string, nullable: true}
            x-kubernetes-validations: [{rule: "!has(self.image) || self.image != 'forbidden'", message: this image is forbidden}]
          status: {type: object, properties: {ready: {type: integer}}}
`

func definition() *crdschema.Definition { return crdschema.MustCompileYAML(cronTabs) }

// cronTab is a typed object.
type cronTab struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              cronTabSpec    `json:"spec,omitempty"`
	Status            *cronTabStatus `json:"status,omitempty"`
}

type cronTabSpec struct {
	CronSpec string  `json:"cronSpec,omitempty"`
	Image    string  `json:"image,omitempty"`
	Replicas *int32  `json:"replicas,omitempty"`
	Seed     int64   `json:"seed,omitempty"`
	Note     *string `json:"note,omitempty"`
}

type cronTabStatus struct {
	Ready int32 `json:"ready"`
}

func (c *cronTab) DeepCopyObject() runtime.Object {
	text, err := json.Marshal(c)
	if err != nil {
		panic(err)
	}
	out := &cronTab{}
	if err := json.Unmarshal(text, out); err != nil {
		panic(err)
	}
	return out
}

func newCronTab(name string, spec cronTabSpec) *cronTab {
	return &cronTab{ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: "default"}, Spec: spec}
}

// object returns a crontab as a map.
func object(spec map[string]any) map[string]any {
	return map[string]any{
		"apiVersion": "stable.example.com/v1", "kind": "CronTab",
		"metadata": map[string]any{"name": "nightly", "namespace": "default"},
		"spec":     spec,
	}
}

func decodeYAML(t *testing.T, text string) map[string]any {
	t.Helper()
	docs, err := document.DecodeYAML(context.Background(), []byte(text))
	require.NoError(t, err)
	require.Len(t, docs, 1)
	return docs[0].Object
}

// withoutColumns returns a definition without printer columns.
func withoutColumns() *crdschema.Definition { return compileStored(bigDefaults) }

// compileStored returns the definition of a CRD that a server may not create any more.
func compileStored(text string) *crdschema.Definition {
	d, err := crdschema.CompileYAML(context.Background(), []byte(text))
	if err != nil {
		panic(err)
	}
	return d
}

// bigDefaults is a CRD whose numbers a float64 cannot hold. A server does not create it, because
// it compares numbers as floats.
//
//go:embed testdata/parts.yaml
var bigDefaults string
