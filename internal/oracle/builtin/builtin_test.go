package builtin_test

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/crdserver"
	"github.com/seed95800270/crdschema/internal/oracle/builtin"
)

// api returns the folder of API documents.
func api(t *testing.T) string {
	t.Helper()
	dir, err := builtin.Download(t.Context())
	if refused := (*exec.ExitError)(nil); errors.As(err, &refused) {
		t.Skipf("module k8s.io/kubernetes cannot be downloaded from here: %v\n%s", err, refused.Stderr)
	}
	require.NoError(t, err)
	return dir
}

// TestFiles compares the files of crdserver with what the program writes.
func TestFiles(t *testing.T) {
	files, err := builtin.Files(api(t))
	require.NoError(t, err)
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join("../../../crdserver/internal/published/data", name))
		require.NoError(t, err)
		require.True(t, string(want) == string(got), "%s: run go run ./builtin/write", name)
	}
}

// TestDiscovery compares the groups that crdserver serves with the published ones.
func TestDiscovery(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(api(t), "discovery", "aggregated_v2.json"))
	require.NoError(t, err)
	want := groups(t, text)
	server, err := crdserver.Start(t.Context())
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, server.Close()) })
	got := groups(t, get(t, server, "/apis"))
	require.Equal(t, len(want), len(got))
	for name := range want {
		require.Equal(t, want[name], got[name], name)
	}
}

// groups returns the groups of a document by name.
func groups(t *testing.T, text []byte) map[string]any {
	t.Helper()
	var doc struct{ Items []map[string]any }
	require.NoError(t, json.Unmarshal(text, &doc))
	out := map[string]any{}
	for _, item := range doc.Items {
		meta := item["metadata"].(map[string]any)
		delete(meta, "creationTimestamp")
		out[meta["name"].(string)] = item
	}
	return out
}

func get(t *testing.T, server *crdserver.Server, path string) []byte {
	t.Helper()
	pool := x509.NewCertPool()
	require.True(t, pool.AppendCertsFromPEM(server.CA))
	client := http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}, DisableKeepAlives: true}}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+path, nil)
	require.NoError(t, err)
	req.Header.Set("Authorization", "Bearer "+server.Token)
	req.Header.Set("Accept", "application/json;v=v2;g=apidiscovery.k8s.io;as=APIGroupDiscoveryList")
	answer, err := client.Do(req)
	require.NoError(t, err)
	defer answer.Body.Close()
	var text json.RawMessage
	require.NoError(t, json.NewDecoder(answer.Body).Decode(&text))
	return text
}
