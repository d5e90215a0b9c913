package served_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"

	"github.com/seed95800270/crdschema/internal/oracle/builtin"
	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
)

// TestTableOfProtobuf compares the table with which crdserver decodes CRDs in protobuf with the types
// of the reference.
func TestTableOfProtobuf(t *testing.T) {
	text, err := os.ReadFile("../../../crdserver/internal/protobuf/crd.txt")
	require.NoError(t, err)
	require.Equal(t, described(reflect.TypeFor[apiextensionsv1.CustomResourceDefinition]()), sections(string(text)))
}

// TestCRDsInProtobuf sends the CRDs of the corpus in protobuf and in JSON: the answers are equal.
func TestCRDsInProtobuf(t *testing.T) {
	server := startCRDServer(t, nil)
	scheme := runtime.NewScheme()
	require.NoError(t, apiextensionsv1.AddToScheme(scheme))
	encoder := protobuf.NewSerializer(scheme, scheme)
	var number atomic.Int64
	cases := parity.Map(parity.Tenth(parity.List(corpus.Load(t).CRDs, func(c *corpus.CRD) string { return c.File })), func(c *corpus.CRD) map[string]any { return c.Manifest })
	parity.Run(t, "crdserver-protobuf", cases, func(c *parity.Check, manifest map[string]any) {
		var crd apiextensionsv1.CustomResourceDefinition
		if manifest["apiVersion"] != "apiextensions.k8s.io/v1" || runtime.DefaultUnstructuredConverter.FromUnstructured(manifest, &crd) != nil {
			c.Void()
			return
		}
		var binary bytes.Buffer
		require.NoError(t, encoder.Encode(&crd, &binary))
		text, err := json.Marshal(&crd)
		require.NoError(t, err)
		send := func(contentType string, body []byte) any {
			headers := map[string]string{"Content-Type": contentType, "Accept": "application/json", "User-Agent": "a"}
			return sameCRD(server.send("POST", crdsPath+"?dryRun=All", headers, body).Body)
		}
		c.Equal(fmt.Sprint("answer ", number.Add(1)), send("application/vnd.kubernetes.protobuf", binary.Bytes()), send("application/json", text))
	})
}

// sameCRD returns a CRD without what differs between two requests.
func sameCRD(crd map[string]any) any {
	meta, _ := crd["metadata"].(map[string]any)
	for _, name := range []string{"uid", "creationTimestamp", "managedFields"} {
		delete(meta, name)
	}
	return crd
}

// sections returns the sorted fields of the messages of a table.
func sections(table string) map[string][]string {
	out := map[string][]string{}
	name := ""
	for line := range strings.Lines(table) {
		switch line = strings.TrimSpace(line); {
		case line == "" || line[0] == '#':
		case !strings.Contains(line, " "):
			name = line
			out[name] = []string{}
		default:
			out[name] = append(out[name], line)
		}
	}
	for _, fields := range out {
		slices.Sort(fields)
	}
	return out
}

// described returns the same for a type and the types below it.
func described(root reflect.Type) map[string][]string {
	out := map[string][]string{}
	waiting := []reflect.Type{root}
	for len(waiting) > 0 {
		next := waiting[0]
		waiting = waiting[1:]
		if _, found := out[next.Name()]; found || next.PkgPath() != root.PkgPath() {
			continue
		}
		fields := []string{}
		for i := range next.NumField() {
			f := next.Field(i)
			tag, found := f.Tag.Lookup("protobuf")
			if !found {
				continue
			}
			line, below := fieldOf(f, strings.Split(tag, ","))
			fields = append(fields, line)
			if below != nil {
				waiting = append(waiting, below)
			}
		}
		slices.Sort(fields)
		out[next.Name()] = fields
	}
	return out
}

// fieldOf returns the line of a field and the type of its messages, or nil.
func fieldOf(f reflect.StructField, tag []string) (line string, below reflect.Type) {
	json, options, _ := strings.Cut(f.Tag.Get("json"), ",")
	always := f.Tag.Get("json") != "" && json != "-" && options != "omitempty"
	if json == "" || json == "-" {
		json = strings.TrimPrefix(tag[len(tag)-1], "name=")
	}
	typ, prefix, suffix := builtin.Unwrapped(f.Type)
	name := map[reflect.Kind]string{reflect.Float64: "double", reflect.Slice: "bytes"}[typ.Kind()]
	if name == "" {
		name = typ.Kind().String()
	}
	if typ.Kind() == reflect.Struct {
		name, below = typ.Name(), typ
		always = always || prefix == "" && suffix == ""
	}
	if always && suffix == "" {
		suffix = "!"
	}
	return fmt.Sprint(tag[1], " ", json, " ", prefix, name, suffix), below
}
