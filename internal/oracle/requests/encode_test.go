package requests

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	discovery "k8s.io/api/apidiscovery/v2"
	autoscaling "k8s.io/api/autoscaling/v1"
	apiextensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer/json"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/httpapi"
	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
)

// answered is an answer that the server holds in a struct, or a custom resource or a list of them.
type answered struct {
	obj runtime.Object
}

func (a answered) String() string {
	return fmt.Sprintf("%T %.300s", a.obj, a.serialize(json.SerializerOptions{}))
}

// serializers are those of the server.
var serializers = []struct {
	name    string
	options json.SerializerOptions
	media   httpapi.MediaType
}{
	{"JSON", json.SerializerOptions{StreamingCollectionsEncoding: true}, httpapi.MediaType{Name: httpapi.JSON}},
	{"JSON at once", json.SerializerOptions{}, httpapi.MediaType{}},
	{"pretty", json.SerializerOptions{Pretty: true}, httpapi.MediaType{Name: httpapi.JSON, Pretty: true}},
	{"YAML", json.SerializerOptions{Yaml: true}, httpapi.MediaType{Name: httpapi.YAML, Pretty: true}},
}

// TestEncode compares the bytes of answers of all kinds.
func TestEncode(t *testing.T) {
	parity.Run(t, "encode", parity.Generated(parity.Full(40_000), newAnswered), func(c *parity.Check, in answered) {
		obj, err := corpus.DecodeJSON(in.serialize(json.SerializerOptions{}))
		if err != nil {
			c.Fail("decode", nil, nil, "%v", err)
			return
		}
		for _, s := range serializers {
			ours, err := httpapi.Encode(context.Background(), s.media, obj)
			if status := crdschema.StatusOf(err); status != nil {
				ours = []byte(status.Message)
			}
			c.Equal(s.name, string(ours), string(in.serialize(s.options)))
		}
	})
}

func (a answered) serialize(options json.SerializerOptions) []byte {
	var out bytes.Buffer
	if err := json.NewSerializerWithOptions(json.DefaultMetaFactory, nil, nil, options).Encode(a.obj, &out); err != nil {
		return []byte(err.Error())
	}
	return out.Bytes()
}

func newAnswered(seed uint64) answered {
	f := filler{parity.Rand(seed)}
	objects := []runtime.Object{
		&metav1.Status{}, &metav1.Table{}, &metav1.PartialObjectMetadata{}, &metav1.PartialObjectMetadataList{}, &autoscaling.Scale{},
		&metav1.APIGroup{}, &metav1.APIGroupList{}, &metav1.APIResourceList{}, &discovery.APIGroupDiscoveryList{},
		&apiextensions.CustomResourceDefinition{}, &apiextensions.CustomResourceDefinitionList{},
	}
	versions := []string{"v1", "meta.k8s.io/v1", "meta.k8s.io/v1beta1", "meta.k8s.io/v1", "autoscaling/v1", "v1", "v1", "v1", "apidiscovery.k8s.io/v2", "apiextensions.k8s.io/v1", "apiextensions.k8s.io/v1"}
	if i := f.IntN(len(objects) + 4); i < len(objects) {
		obj := objects[i]
		f.fill(reflect.ValueOf(obj).Elem(), 6)
		obj.GetObjectKind().SetGroupVersionKind(schema.FromAPIVersionAndKind(versions[i], reflect.TypeOf(obj).Elem().Name()))
		return answered{obj}
	}
	if f.IntN(2) == 0 {
		return answered{&unstructured.Unstructured{Object: f.object()}}
	}
	list := &unstructured.UnstructuredList{Object: map[string]any{"apiVersion": "example.com/v1", "kind": "LampList", "metadata": f.value(2)}}
	for range f.IntN(3) {
		list.Items = append(list.Items, unstructured.Unstructured{Object: f.object()})
	}
	return answered{list}
}

// filler fills the fields of structs at random.
type filler struct{ *rand.Rand }

func (f filler) object() map[string]any {
	return map[string]any{"apiVersion": "example.com/v1", "kind": "Lamp", "metadata": map[string]any{"name": f.text()}, f.text(): f.value(4), f.text(): f.value(3)}
}

var texts = []string{"", "a", "b", "<&>", "é", "\u2028", "\x7f", "\u0085", "\ufeff", "yes", "<<", "1", "1e3", "0x1f", "a10", "a9", "A", "line\nline\n", "\x00\t", "- a", "a: b #c", "2001-01-01", "~", "😀", "\ufffe", "x y z a long text that goes on and on until a writer of YAML may want to fold it into a second line"}

func (f filler) text() string { return texts[f.IntN(len(texts))] }

func (f filler) value(depth int) any {
	if depth == 0 {
		return nil
	}
	switch f.IntN(8) {
	case 0:
		m := map[string]any{}
		for range f.IntN(4) {
			m[f.text()] = f.value(depth - 1)
		}
		return m
	case 1:
		l := []any{}
		for range f.IntN(4) {
			l = append(l, f.value(depth-1))
		}
		return l
	case 2:
		return f.Int64() >> f.IntN(64) * int64(1-2*f.IntN(2))
	case 3:
		return []float64{0.5, 1e15, 1e19, 1e20, 1e21, -1e19, 1e300, 1e-7, -0.25, 123456789.125}[f.IntN(10)]
	case 4:
		return f.IntN(2) == 0
	case 5:
		return nil
	default:
		return f.text()
	}
}

// json returns the JSON text of a value.
func (f filler) json() []byte {
	out := answered{&unstructured.Unstructured{Object: map[string]any{"a": f.value(3)}}}.serialize(json.SerializerOptions{})
	return bytes.TrimSpace(out)
}

func (f filler) fill(v reflect.Value, depth int) {
	if f.special(v) || depth == 0 || f.IntN(4) == 0 {
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		f.fill(v.Elem(), depth)
	case reflect.Struct:
		for i := range v.NumField() {
			f.fill(v.Field(i), depth-1)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), f.IntN(3), 3))
		for i := range v.Len() {
			f.fill(v.Index(i), depth)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for range f.IntN(3) {
			value := reflect.New(v.Type().Elem()).Elem()
			f.fill(value, depth-1)
			v.SetMapIndex(reflect.ValueOf(f.text()).Convert(v.Type().Key()), value)
		}
	case reflect.String:
		v.SetString(f.text())
	case reflect.Bool:
		v.SetBool(f.IntN(2) == 0)
	case reflect.Int32, reflect.Int64:
		v.SetInt(int64(int32(f.Uint32())))
	case reflect.Float64:
		v.SetFloat(f.Float64())
	case reflect.Interface:
		if value := f.value(1); value != nil {
			v.Set(reflect.ValueOf(value))
		}
	}
}

// special fills the types with encoders of their own.
func (f filler) special(v reflect.Value) bool {
	switch p := v.Addr().Interface().(type) {
	case *metav1.TypeMeta:
	case *metav1.Time:
		p.Time = time.Unix(int64(f.Uint32()), 0)
	case *metav1.FieldsV1:
		p.SetRawBytes(f.json())
	case *apiextensions.JSON:
		p.Raw = f.json()
	case *runtime.RawExtension:
		f.extension(p)
	case *apiextensions.JSONSchemaPropsOrArray:
		p.Schema = &apiextensions.JSONSchemaProps{ID: "i", Type: "t"}
		if f.IntN(2) == 0 {
			*p = apiextensions.JSONSchemaPropsOrArray{JSONSchemas: []apiextensions.JSONSchemaProps{{ID: "i", Type: "t"}}}
		}
	case *apiextensions.JSONSchemaPropsOrBool:
		p.Allows = f.IntN(2) == 0
		if f.IntN(2) == 0 {
			p.Schema = &apiextensions.JSONSchemaProps{ID: "i", Type: "t"}
		}
	case *apiextensions.JSONSchemaPropsOrStringArray:
		p.Property = []string{"b", "a"}
		if f.IntN(2) == 0 {
			*p = apiextensions.JSONSchemaPropsOrStringArray{Schema: &apiextensions.JSONSchemaProps{ID: "i", Type: "t"}}
		}
	default:
		return false
	}
	return true
}

func (f filler) extension(p *runtime.RawExtension) {
	switch f.IntN(3) {
	case 0:
		p.Object = &unstructured.Unstructured{Object: f.object()}
	case 1:
		meta := &metav1.PartialObjectMetadata{}
		f.fill(reflect.ValueOf(meta).Elem(), 4)
		meta.TypeMeta = metav1.TypeMeta{APIVersion: "meta.k8s.io/v1", Kind: "PartialObjectMetadata"}
		p.Object = meta
	}
}
