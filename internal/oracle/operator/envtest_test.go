package operator_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/envtest"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/seed95800270/crdschema/internal/oracle/programs"
)

// TestEnvtest starts an unmodified envtest.Environment with the programs of crdserver/assets, which
// installs the CRDs, and runs the operator there.
func TestEnvtest(t *testing.T) {
	environment := &envtest.Environment{
		BinaryAssetsDirectory: assets(t), CRDDirectoryPaths: []string{"testdata/crds.yaml"}, ErrorIfCRDPathMissing: true,
	}
	start := time.Now()
	config, err := environment.Start()
	require.NoError(t, err)
	t.Logf("envtest, with 2 CRDs, started in %v", time.Since(start).Round(time.Millisecond))
	t.Cleanup(func() { require.NoError(t, environment.Stop()) })
	c, err := client.New(config, client.Options{Scheme: newScheme()})
	require.NoError(t, err)
	ctx, key := context.Background(), types.NamespacedName{Namespace: "default", Name: "g"}
	plants := int64(2)
	require.NoError(t, c.Create(ctx, &Garden{ObjectMeta: metav1.ObjectMeta{Namespace: key.Namespace, Name: key.Name}, Spec: GardenSpec{Plants: &plants}}))
	for range 3 {
		_, err := gardener{c}.Reconcile(ctx, reconcile.Request{NamespacedName: key})
		require.NoError(t, err)
	}
	var flowers FlowerList
	require.NoError(t, c.List(ctx, &flowers, client.InNamespace("default")))
	require.Len(t, flowers.Items, 2)
	refused := c.Create(ctx, &Garden{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: "h"}, Spec: GardenSpec{Kind: "oak"}})
	require.ErrorContains(t, refused, "Unsupported value: \"oak\"")
	user, err := environment.AddUser(envtest.User{Name: "somebody", Groups: []string{"people"}}, nil)
	require.NoError(t, err)
	other, err := client.New(user.Config(), client.Options{Scheme: newScheme()})
	require.NoError(t, err)
	require.NoError(t, other.Get(ctx, key, &Garden{}))
}

// assets builds the programs of crdserver/assets and returns their folder.
func assets(t *testing.T) string {
	t.Helper()
	_, dir, err := programs.Crdserver(t.Context(), t.TempDir())
	require.NoError(t, err)
	return dir
}
