package main

import (
	"context"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	clientv3 "go.etcd.io/etcd/client/v3"
	"k8s.io/client-go/rest"

	"github.com/seed95800270/crdschema/conversion/webhook"
	"github.com/seed95800270/crdschema/examples/apiserver/internal/etcd"
	"github.com/seed95800270/crdschema/examples/apiserver/internal/server"
	"github.com/seed95800270/crdschema/internal/acceptance"
)

// TestAcceptance sends the examples and rules of the documentation: a sample, or with ORACLE_FULL=1 all.
func TestAcceptance(t *testing.T) {
	nth := 23
	if os.Getenv("ORACLE_FULL") == "1" {
		nth = 1
	}
	t.Chdir("../..")
	address, stopEtcd, err := etcd.Start(t.Context(), t.TempDir())
	require.NoError(t, err)
	t.Cleanup(stopEtcd)
	client, err := clientv3.New(clientv3.Config{Endpoints: []string{address}})
	require.NoError(t, err)
	t.Cleanup(func() { _ = client.Close() })
	webhooks := &acceptance.Webhooks{}
	s := start(t, func(o *server.Options) {
		o.Etcd.StorageConfig.Transport.ServerList = []string{address}
		o.Webhooks = []webhook.Option{webhook.WithTransport(webhooks), webhook.WithUIDs(func() string { return acceptance.UID })}
	})
	config, err := s.Config()
	require.NoError(t, err)
	requests, err := rest.HTTPClientFor(config)
	require.NoError(t, err)
	acceptance.RunServed(t, acceptance.Served{
		Client: requests, URL: s.URL, Storage: storage{client}, Webhooks: webhooks,
	}, nth, "examples/apiserver/testdata/acceptance.yaml")
}

// storage is the etcd of a server.
type storage struct{ client *clientv3.Client }

const prefix = "/registry"

// Put implements acceptance.Storage.
func (s storage) Put(ctx context.Context, key, value string) (int64, error) {
	answer, err := s.client.Put(ctx, prefix+key, value)
	if err != nil {
		return 0, err
	}
	return answer.Header.Revision, nil
}

// Get implements acceptance.Storage.
func (s storage) Get(ctx context.Context, key string) (string, error) {
	answer, err := s.client.Get(ctx, prefix+key)
	if err != nil || len(answer.Kvs) == 0 {
		return "", err
	}
	return string(answer.Kvs[0].Value), nil
}

// Delete implements acceptance.Storage.
func (s storage) Delete(ctx context.Context, start string) error {
	_, err := s.client.Delete(ctx, prefix+start, clientv3.WithPrefix())
	return err
}
