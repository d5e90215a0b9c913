package conversion_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/structural"
)

func reviewOf(t *testing.T, version string, isList bool) *conversion.Review {
	obj := thing(older, map[string]any{"metadata": map[string]any{"name": "x", "uid": "1", "labels": map[string]any{"a": "b"}}})
	objs := []map[string]any{obj}
	if isList {
		objs = []map[string]any{obj, thing(newer, nil), obj}
	}
	review, err := conversion.NewReview(conversion.ReviewRequest{UID: "u", ToAPIVersion: newer, Objects: objs, ReviewVersions: []string{"v3", version}})
	require.NoError(t, err)
	return review
}

func TestAnswers(t *testing.T) {
	keys := []string{"list", "version", "objects", "response", "answer", "error"}
	cases.Run(t, "testdata/answers.yaml", keys, func(t *testing.T, c cases.Case) {
		version := c.Text(t, "version")
		if version == "" {
			version = "v1"
		}
		response := c.Value("response")
		if c.Has("objects") {
			response = map[string]any{"uid": "u", "result": map[string]any{"status": "Success"}, "convertedObjects": c.Value("objects")}
		}
		answer := c.Value("answer")
		if !c.Has("answer") {
			answer = map[string]any{"apiVersion": "apiextensions.k8s.io/" + version, "kind": "ConversionReview", "response": response}
		}
		before := structural.Clone(answer)
		objs, err := reviewOf(t, version, c.Has("list")).Read(context.Background(), answer)
		assert.Nil(t, objs)
		assert.Equal(t, before, answer, "the answer was written to")
		assert.EqualError(t, err, c.Text(t, "error"))
		var e *conversion.Error
		require.ErrorAs(t, err, &e)
		assert.Equal(t, c.Has("list"), e.List)
	})
}

// Converted objects replace those that were sent.
func TestAnswerFitsItsRequest(t *testing.T) {
	for _, version := range []string{"v1", "v1beta1"} {
		review := reviewOf(t, version, true)
		assert.Equal(t, 2, review.Len())
		answer, err := conversion.Respond(context.Background(), review.Message(), conversion.None{})
		require.NoError(t, err)
		objs, err := review.Read(context.Background(), answer)
		require.NoError(t, err)
		require.Len(t, objs, 3)
		assert.Equal(t, thing(newer, nil), objs[1])
		assert.Equal(t, objs[0], objs[2])
		assert.Equal(t, "example.com/v1", objs[0]["apiVersion"])
	}
	unidentified := map[string]any{"apiVersion": "apiextensions.k8s.io/v1beta1", "kind": "ConversionReview",
		"response": map[string]any{"result": map[string]any{"status": "Success"}, "convertedObjects": []any{thing(newer, map[string]any{"metadata": map[string]any{"name": "x", "uid": "1"}})}}}
	_, err := reviewOf(t, "v1beta1", false).Read(context.Background(), unidentified)
	require.NoError(t, err, "only v1 has to repeat the uid")
	failure := errors.New("no route")
	err = reviewOf(t, "v1", false).Failed(failure)
	assert.ErrorIs(t, err, failure)
	assert.EqualError(t, err, "conversion webhook for example.com/v1beta1, Kind=Thing failed: no route")
	_, err = conversion.NewReview(conversion.ReviewRequest{ReviewVersions: []string{"v2"}})
	assert.EqualError(t, err, "no supported conversion review versions")
}

func TestFirstWrongLabelInByteOrder(t *testing.T) {
	labels := map[string]any{}
	for _, name := range strings.Split("zyxwvutsrqponmlkjihgfedcba", "") {
		labels[name] = int64(1)
	}
	sent := thing(older, nil)
	got := thing(newer, map[string]any{"metadata": map[string]any{"name": "x", "labels": labels}})
	for range 20 {
		_, err := conversion.Accept(context.Background(), []map[string]any{sent}, []map[string]any{got}, newer)
		require.ErrorContains(t, err, "metadata.labels[a] must be a string, but is int64 in converted object")
	}
	annotations := map[string]any{"big": strings.Repeat("x", 256<<10), "Not valid": "y"}
	got["metadata"].(map[string]any)["labels"] = nil
	got["metadata"].(map[string]any)["annotations"] = annotations
	_, err := conversion.Accept(context.Background(), []map[string]any{sent}, []map[string]any{got}, newer)
	require.ErrorContains(t, err, `invalid metadata: [metadata.annotation: Invalid value: "Not valid": name part must consist of`)
	require.ErrorContains(t, err, `, metadata.annotation: Too long: may not be more than 262144 bytes]`)
}

// If several fields have a wrong type, the first in the order of the API is reported,
// regardless of the order in the answer.
func TestFirstWrongFieldInAPIOrder(t *testing.T) {
	_, err := reviewOf(t, "v1", false).Read(context.Background(), map[string]any{"apiVersion": "apiextensions.k8s.io/v1", "kind": "ConversionReview",
		"response": map[string]any{"convertedObjects": "x", "uid": int64(1), "result": "x"}, "request": "x"})
	assert.ErrorContains(t, err, "cannot unmarshal string into Go struct field ConversionReview.request of type v1.ConversionRequest")
}
