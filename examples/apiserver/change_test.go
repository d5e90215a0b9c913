package main

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/dynamic"

	"github.com/seed95800270/crdschema/examples/apiserver/internal/server"
)

// TestChangeInEffect changes a CRD and at once writes objects that only the new one allows.
func TestChangeInEffect(t *testing.T) {
	s := start(t, func(o *server.Options) { o.CRDs = "testdata/crds" })
	config, err := s.Config()
	require.NoError(t, err)
	client, err := dynamic.NewForConfig(config)
	require.NoError(t, err)
	for i := range 10 {
		color := fmt.Sprint("color-", i)
		patch := fmt.Sprintf(`[{"op": "replace", "path": "/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/color/enum", "value": [%q]}]`, color)
		_, err := client.Resource(crds).Patch(t.Context(), "lamps.example.com", types.JSONPatchType, []byte(patch), metav1.PatchOptions{})
		require.NoError(t, err)
		_, err = client.Resource(lamps).Namespace("default").Create(t.Context(), lamp(color, color), metav1.CreateOptions{})
		require.NoError(t, err)
	}
}
