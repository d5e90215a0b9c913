package oracle

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"testing"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	apiextensionsv1beta1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1beta1"
	"k8s.io/apimachinery/pkg/runtime"
	serializer "k8s.io/apimachinery/pkg/runtime/serializer/json"

	"github.com/seed95800270/crdschema/apimachinery"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/structural"
)

// TestAdapterValues compares typed crds with those that the reference's decoder returns,
// their maps with what the reference's encoder writes, and the definitions of these maps
// with those of the manifests.
func TestAdapterValues(t *testing.T) {
	codec := crdCodec(t)
	cases := parity.Join(corpusCRDs(t), parity.Generated(parity.Full(5_000), func(seed uint64) map[string]any {
		return generate.CRD(generate.New(seed).Schema(generate.Valid), generate.WithStatus(), generate.WithScale())
	}))
	parity.Run(t, "adapter-values", cases, func(c *parity.Check, manifest map[string]any) {
		if manifest["apiVersion"] == "apiextensions.k8s.io/v1beta1" {
			compareTyped[apiextensionsv1beta1.CustomResourceDefinition](c, codec, manifest)
			return
		}
		compareTyped[apiextensionsv1.CustomResourceDefinition](c, codec, manifest)
		compareInternal(c, codec, manifest)
	})
}

func compareTyped[T any](c *parity.Check, codec runtime.Serializer, manifest map[string]any) {
	text, err := json.Marshal(manifest)
	if err != nil {
		c.Void()
		return
	}
	var ours, theirs T
	if _, _, err := codec.Decode(text, nil, any(&theirs).(runtime.Object)); err != nil {
		c.Void() // a manifest that no server can decode
		return
	}
	if err := apimachinery.FromMap(context.Background(), manifest, &ours); err != nil {
		c.Fail("typed", nil, nil, "%v", err)
		return
	}
	c.Equal("typed", reflect.DeepEqual(ours, theirs), true)
	m, err := apimachinery.CRDToMap(context.Background(), any(&ours).(runtime.Object))
	if err != nil {
		c.Fail("map", nil, nil, "%v", err)
		return
	}
	var written bytes.Buffer
	if err := codec.Encode(any(&theirs).(runtime.Object), &written); err != nil {
		c.Fail("text", nil, nil, "%v", err)
		return
	}
	doc, err := document.DecodeJSON(context.Background(), written.Bytes())
	c.Equal("decodes", err == nil, true)
	c.Equal("map", m, doc.Object)
	compareDefinitions(c, m, manifest)
}

// compareInternal compares the map of a CRD of the internal version with the reference's conversion to v1.
func compareInternal(c *parity.Check, codec runtime.Serializer, manifest map[string]any) {
	text, err := json.Marshal(manifest)
	if err != nil {
		return
	}
	var external, theirs, ours apiextensionsv1.CustomResourceDefinition
	if _, _, err := codec.Decode(text, nil, &external); err != nil {
		return // a manifest that no server can decode
	}
	var internal apiextensions.CustomResourceDefinition
	err = errors.Join(
		apiextensionsv1.Convert_v1_CustomResourceDefinition_To_apiextensions_CustomResourceDefinition(&external, &internal, nil),
		apiextensionsv1.Convert_apiextensions_CustomResourceDefinition_To_v1_CustomResourceDefinition(&internal, &theirs, nil),
	)
	if err != nil {
		c.Fail("conversion", nil, nil, "%v", err)
		return
	}
	theirs.APIVersion, theirs.Kind = "apiextensions.k8s.io/v1", "CustomResourceDefinition"
	m, err := apimachinery.CRDToMap(context.Background(), &internal)
	if err == nil {
		err = apimachinery.FromMap(context.Background(), m, &ours)
	}
	if err != nil {
		c.Fail("internal", nil, nil, "%v", err)
		return
	}
	c.Equal("internal", encodedText(ours), encodedText(theirs))
}

// encodedText returns a CRD as the reference encodes it.
func encodedText(crd apiextensionsv1.CustomResourceDefinition) string {
	text, err := json.Marshal(crd)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// compareDefinitions compares the definitions of a typed crd and of its manifest.
func compareDefinitions(c *parity.Check, m, manifest map[string]any) {
	ours, err := compiler.Compile(context.Background(), m)
	theirs, without := compiler.Compile(context.Background(), manifest)
	c.Equal("compiles", err == nil, without == nil)
	if err != nil || without != nil {
		return
	}
	for _, name := range theirs.Versions() {
		v, _ := ours.Version(name)
		w, _ := theirs.Version(name)
		c.Equal("schema of "+name, structural.SemanticEqual(v.Schema(), w.Schema()), true)
	}
}

// crdCodec returns the reference's serializer of crds, which sets no defaults.
func crdCodec(t *testing.T) runtime.Serializer {
	scheme := runtime.NewScheme()
	if err := errors.Join(apiextensionsv1.AddToScheme(scheme), apiextensionsv1beta1.AddToScheme(scheme)); err != nil {
		t.Fatal(err)
	}
	return serializer.NewSerializerWithOptions(serializer.DefaultMetaFactory, scheme, scheme, serializer.SerializerOptions{})
}

func corpusCRDs(t *testing.T) parity.Cases[map[string]any] {
	var manifests []map[string]any
	for _, crd := range corpus.Load(t).CRDs {
		manifests = append(manifests, crd.Manifest)
	}
	return parity.List(manifests, func(m map[string]any) string {
		return m["apiVersion"].(string) + " " + m["metadata"].(map[string]any)["name"].(string)
	})
}
