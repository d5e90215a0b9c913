package oracle_test

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	autoscalingv1 "k8s.io/api/autoscaling/v1"

	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/spoil"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/internal/scale"
)

// TestScaleBodies compares what the decoder says about the bodies of requests for a scale.
func TestScaleBodies(t *testing.T) {
	cases := parity.Generated(parity.Full(30_000), func(seed uint64) spoil.Body {
		return spoil.Object(seed, scaleBody(parity.Rand(seed)))
	})
	parity.Run(t, "scale-bodies", cases, func(c *parity.Check, body spoil.Body) {
		media, known := decode.MediaTypeOf(body.ContentType)
		if !known {
			c.Void()
			return
		}
		mediaType := [...]string{decode.MediaJSON: "application/json", decode.MediaYAML: "application/yaml"}[media]
		theirs := func() upstream.DecodedScale { return upstream.DecodeScale([]byte(body.Text), mediaType) }
		text, err := decode.ReadBody(context.Background(), []byte(body.Text), media)
		var named gotype.TypeMeta
		if err == nil {
			named, err = gotype.ReadTypeMetaText(text.JSON)
		}
		if err != nil {
			parity.OneOf(c, "error", err.Error(), func() string { return theirs().Error }, "D4")
			return
		}
		ours, err := scale.ReadText(context.Background(), text, named)
		if err != nil {
			panic(err)
		}
		compareScale(c, ours, theirs())
	})
}

func compareScale(c *parity.Check, ours scale.Decoded, theirs upstream.DecodedScale) {
	c.Equal("kind", ours.TypeMeta.String(), theirs.Kind.String())
	if bad := ours.Undecodable; bad != nil {
		c.Equal("error", bad.Detail, theirs.Error, parity.Row("D51", func() any {
			if strings.HasSuffix(bad.Detail, "unknown conversion") {
				return bad.Detail
			}
			return theirs.Error
		}))
		return
	}
	if ours.TypeMeta != scale.Kind && strings.HasPrefix(theirs.Error, "invalid label selector") {
		c.Equal("error", "", theirs.Error, parity.Row("D51", func() any { return "" }))
		return
	}
	c.Equal("error", "", theirs.Error)
	c.Texts("strict", ours.Strict.Texts(), theirs.Strict)
	if ours.TypeMeta != scale.Kind {
		return // of an internal version, which is rejected
	}
	text, err := json.Marshal(ours.Object)
	var values autoscalingv1.Scale
	if err == nil {
		err = json.Unmarshal(text, &values)
	}
	values.APIVersion, values.Kind = "", ""
	again, _ := json.Marshal(&values)
	c.Equal("readable", err, nil)
	c.Equal("values", string(again), theirs.Values)
}

// scaleBody returns a Scale, in which spoil damages more.
func scaleBody(r *rand.Rand) map[string]any {
	one := func(of ...any) any { return of[r.IntN(len(of))] }
	body := map[string]any{
		"apiVersion": one("autoscaling/v1", "autoscaling/v1", "autoscaling/v1", "", "extensions/v1beta1", "apps/v1beta1", "apps/v1beta2", "apps/v1",
			"autoscaling/__internal", "extensions/__internal", "apps/__internal", "apiextensions.k8s.io/v1", "v1"),
		"kind": one("Scale", "Scale", "Scale", "Scale", "", "Deployment", "DeploymentList", "HorizontalPodAutoscaler", "StatefulSetList", "Status", "WatchEvent",
			"UpdateOptions", "ConversionReview", "Ingress", "ControllerRevision"),
		"metadata": map[string]any{
			"name": one("a", nil, int64(1)), "labels": one(nil, map[string]any{"l": one("v", int64(1), nil)}), "generation": one(nil, int64(7), 1.5),
			"creationTimestamp": one(nil, "2020-01-01T00:00:00Z", "x"), "ownerReferences": one(nil, []any{map[string]any{"uid": "u", "odd": one(nil, "x"), "controller": true}}),
			"managedFields": one(nil, []any{map[string]any{"manager": "m", "fieldsV1": one(nil, map[string]any{"f:spec": map[string]any{}}, "x")}}),
		},
		"spec":   one(nil, map[string]any{}, map[string]any{"replicas": one(int64(3), int64(-1), nil, int64(1)<<31, 2.5, "3"), "odd": one(nil, true)}),
		"status": one(nil, map[string]any{"replicas": one(int64(3), "x"), "selector": one("a=b", nil, map[string]any{})}, []any{}),
	}
	if r.IntN(6) == 0 {
		body["Spec"] = one(map[string]any{"Replicas": one(int64(1), "x")}, nil)
		body["Status"] = one(map[string]any{"Replicas": int64(1), "Selector": one(nil, map[string]any{"matchLabels": map[string]any{"a": one("b", "?")}})}, nil)
	}
	for name, v := range body {
		if v == nil && r.IntN(2) == 0 {
			delete(body, name)
		}
	}
	return body
}
