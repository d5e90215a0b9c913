package oracle

import (
	"context"
	"encoding/json"
	"mime"
	"testing"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured/unstructuredscheme"
	"k8s.io/apimachinery/pkg/apis/meta/v1/validation"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/apiserver/pkg/util/apihelpers"

	"github.com/seed95800270/crdschema"
	jsondecode "github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/jsontext"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/spoil"
)

// TestDeleteOptions compares what is wrong with the options of a deletion: how the bodies
// are decoded and validated, and the preconditions, with the functions of the server.
func TestDeleteOptions(t *testing.T) {
	d, err := crdschema.Compile(t.Context(), generate.CRD(map[string]any{"type": "object"}))
	if err != nil {
		t.Fatal(err)
	}
	parity.Run(t, "delete-options", parity.Generated(parity.Full(50_000), optionsBody), func(c *parity.Check, body spoil.Body) {
		old := map[string]any{"apiVersion": generate.APIVersion, "kind": generate.Kind,
			"metadata": map[string]any{"name": "a", "namespace": "d", "uid": "u", "resourceVersion": "7"}}
		ours, err := d.Delete(context.Background(), crdschema.DeleteRequest{Body: []byte(body.Text), ContentType: body.ContentType, Old: old, Now: time.Unix(1, 0)})
		if err != nil {
			c.Fail("verdict", nil, nil, "%v", err)
			return
		}
		theirs, known := refusedOptions(body, old)
		if !known { // a media type, which is compared with the server
			c.Void()
			return
		}
		message := ""
		if rejection := ours.Status(); rejection != nil {
			message = rejection.Message
		}
		c.Equal("message", message, jsontext.ValidUTF8(theirs), // as it is sent
			parity.Row("D51", func() any { only, _ := refusedOptions(onlyKind(body), old); return only }),
			parity.Row("D4", func() any { return another(body, old, message) }))
	})
}

// another returns the message of one of 30 answers: the wanted one if it is among them.
func another(body spoil.Body, old map[string]any, wanted string) string {
	text, _ := parity.Repeat30(func() string { text, _ := refusedOptions(body, old); return text }, func(text string) bool { return text == wanted })
	return text
}

// optionsBody returns the body of a deletion.
func optionsBody(seed uint64) spoil.Body {
	r := parity.Rand(seed)
	obj := map[string]any{}
	maybe := func(in int, name string, values ...any) {
		if r.IntN(in) == 0 {
			obj[name] = values[r.IntN(len(values))]
		}
	}
	maybe(2, "kind", "DeleteOptions", "DeleteOptions", "DeleteOptions", "DeleteOptions", "CreateOptions", "UpdateOptions", "PatchOptions", "GetOptions", "ListOptions",
		"Status", "APIGroup", "Table", "TableOptions", "PartialObjectMetadata", "PartialObjectMetadataList", "WatchEvent", "CronTab")
	maybe(2, "apiVersion", "v1", "meta.k8s.io/v1", "meta.k8s.io/v1beta1", "meta.k8s.io/__internal", "example.com/v7", "meta.k8s.io/", "x/", "__internal")
	maybe(2, "propagationPolicy", "Orphan", "Foreground", "Background", "orphan", "<&\u00e9>", "", nil)
	maybe(4, "orphanDependents", true, false, nil)
	maybe(4, "gracePeriodSeconds", int64(0), int64(-1), int64(30), 1.5, 1.0, 1e19)
	maybe(4, "dryRun", []any{"All"}, []any{"All", "All"}, []any{"All", "None"}, []any{""}, []any{}, []any{nil}, "All")
	maybe(4, "preconditions", map[string]any{}, map[string]any{"uid": "u"}, map[string]any{"uid": "v", "resourceVersion": "8"}, map[string]any{"resourceVersion": "8"},
		map[string]any{"resourceVersion": "7", "uid": nil}, map[string]any{"uid": int64(7)}, nil)
	maybe(8, "ignoreStoreReadErrorWithClusterBreakingPotential", true, false, nil)
	if r.IntN(3) == 0 {
		text, err := json.Marshal(obj)
		if err != nil {
			panic(err)
		}
		return spoil.Body{Text: string(text)}
	}
	return spoil.Object(seed, obj)
}

// onlyKind returns a body with a kind, without its other fields.
func onlyKind(body spoil.Body) spoil.Body {
	media, _ := jsondecode.MediaTypeOf(body.ContentType)
	read, err := jsondecode.ReadBody(context.Background(), []byte(body.Text), media)
	if err != nil {
		return body
	}
	named, err := gotype.ReadTypeMetaText(read.JSON)
	if err != nil {
		return body
	}
	text, err := json.Marshal(map[string]any{"kind": named.Kind, "apiVersion": named.GroupVersion.String()})
	if err != nil {
		panic(err)
	}
	return spoil.Body{Text: string(text)}
}

// refusedOptions returns the message with which the server refuses options, or "".
func refusedOptions(body spoil.Body, old map[string]any) (message string, known bool) {
	options := &metav1.DeleteOptions{}
	if body.Text != "" {
		media := "application/json"
		if body.ContentType != "" {
			var err error
			if media, _, err = mime.ParseMediaType(body.ContentType); err != nil {
				return "", false
			}
		}
		codecs := apihelpers.GetMetaInternalVersionCodecs()
		info, found := runtime.SerializerInfoForMediaType(codecs.SupportedMediaTypes(), media)
		if !found {
			return "", false
		}
		expected := metav1.SchemeGroupVersion.WithKind("DeleteOptions")
		if _, _, err := codecs.DecoderToVersion(info.Serializer, expected.GroupVersion()).Decode([]byte(body.Text), &expected, options); err != nil {
			return err.Error(), true
		}
	}
	if errs := validation.ValidateDeleteOptions(options); len(errs) > 0 {
		return apierrors.NewInvalid(schema.GroupKind{Group: metav1.GroupName, Kind: "DeleteOptions"}, "", errs).Error(), true
	}
	if ignore := options.IgnoreStoreReadErrorWithClusterBreakingPotential; ignore != nil && *ignore {
		return "", false // of an object that cannot be read
	}
	typer := unstructuredscheme.NewUnstructuredObjectTyper()
	if _, _, err := rest.BeforeDelete(typer, context.Background(), &unstructured.Unstructured{Object: old}, options); err != nil {
		return err.Error(), true
	}
	return "", true
}
