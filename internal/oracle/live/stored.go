package live

import (
	"context"
	"fmt"
	"path"

	"go.etcd.io/etcd/api/v3/etcdserverpb"

	"github.com/seed95800270/crdschema/internal/oracle/corpus"
)

// StoragePrefix is what all keys of objects in etcd begin with.
const StoragePrefix = "/registry/apiextensions.kubernetes.io/"

// Stored returns the stored object of a definition as it is in etcd, or nil if there
// is none. The namespace is empty for a cluster-scoped definition.
func (s *Server) Stored(manifest map[string]any, namespace, name string) (map[string]any, error) {
	obj, _, err := s.StoredAt(manifest, namespace, name)
	return obj, err
}

// StoredAt returns what Stored returns, and the revision at which it was written.
func (s *Server) StoredAt(manifest map[string]any, namespace, name string) (map[string]any, uint64, error) {
	spec, _ := manifest["spec"].(map[string]any)
	names, _ := spec["names"].(map[string]any)
	key := StoragePrefix + path.Join(fmt.Sprint(spec["group"]), fmt.Sprint(names["plural"]), namespace, name)
	answer, err := s.etcd.Server.Range(context.Background(), &etcdserverpb.RangeRequest{Key: []byte(key)})
	if err != nil || len(answer.Kvs) == 0 {
		return nil, 0, err
	}
	obj, err := corpus.DecodeJSON(answer.Kvs[0].Value)
	return obj, uint64(answer.Kvs[0].ModRevision), err
}
