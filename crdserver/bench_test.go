package crdserver_test

import (
	"fmt"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/seed95800270/crdschema/crdserver"
)

// BenchmarkCreates creates lamps with client-go: one client, and 16 at once.
func BenchmarkCreates(b *testing.B) {
	for name, opts := range map[string][]crdserver.Option{"memory": nil, "data": {crdserver.WithData(filepath.Join(b.TempDir(), "data"))}} {
		server, err := crdserver.Start(b.Context(), append(opts, crdserver.WithCRDs(mustRead("lamps.yaml")))...)
		require.NoError(b, err)
		c := dynamicClient(b, server).Resource(lamps).Namespace("default")
		var n atomic.Int64
		create := func() error {
			_, err := c.Create(b.Context(), lamp(fmt.Sprint("lamp-", n.Add(1)), "red"), metav1.CreateOptions{})
			return err
		}
		b.Run(name+"/one", func(b *testing.B) {
			for b.Loop() {
				require.NoError(b, create())
			}
		})
		b.Run(name+"/many", func(b *testing.B) {
			b.SetParallelism(8)
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					if err := create(); err != nil {
						b.Error(err)
						return
					}
				}
			})
		})
		require.NoError(b, server.Close())
	}
}

// BenchmarkStart starts and closes a server.
func BenchmarkStart(b *testing.B) {
	for b.Loop() {
		server, err := crdserver.Start(b.Context())
		require.NoError(b, err)
		require.NoError(b, server.Close())
	}
}
