package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestAPIServerFlags checks what the program does with flags. internal/oracle/operator starts it as
// envtest does.
func TestAPIServerFlags(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "text.pem")
	require.NoError(t, os.WriteFile(text, []byte("no certificate"), 0o600))
	for name, test := range map[string]struct {
		args             []string
		err, diagnostics string
	}{
		"help":                     {args: []string{"--help"}, err: "help requested"},
		"unknown flags":            {args: []string{"--authorization-mode=RBAC", "--allow-privileged=true", "--secure-port=0"}, diagnostics: "flags without an effect: --authorization-mode --allow-privileged"},
		"no certificate in folder": {args: []string{"--cert-dir=" + dir}, err: "apiserver.crt: no such file"},
		"no certificates":          {args: []string{"--secure-port=0", "--client-ca-file=" + text}, err: "not certificates in PEM"},
		"no key":                   {args: []string{"--secure-port=0", "--tls-cert-file=" + text, "--tls-private-key-file=" + text}, err: "failed to find"},
		"no port":                  {args: []string{"--secure-port=none"}, err: "none"},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
			defer cancel()
			var out, diagnostics bytes.Buffer
			err := runAPIServer(ctx, test.args, &out, &diagnostics)
			require.Equal(t, test.err != "", err != nil, "%v", err)
			if err != nil {
				require.Contains(t, err.Error(), test.err)
			}
			require.Contains(t, diagnostics.String(), test.diagnostics)
			require.Equal(t, errors.Is(err, flag.ErrHelp), strings.Contains(out.String(), "--client-ca-file"))
		})
	}
}

func TestEtcdIsHealthyAndNothingElse(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	address := listener.Addr().String()
	require.NoError(t, listener.Close())
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() {
		ended <- runEtcd(ctx, []string{"--listen-client-urls=http://" + address, "--data-dir=x"}, io.Discard, io.Discard)
	}()
	for path, code := range map[string]int{"/health": http.StatusOK, "/v3/kv/range": http.StatusNotImplemented} {
		require.Eventually(t, func() bool {
			answer, err := http.Get("http://" + address + path)
			if err != nil {
				return false
			}
			return answer.Body.Close() == nil && answer.StatusCode == code
		}, 10*time.Second, 10*time.Millisecond, path)
	}
	cancel()
	require.NoError(t, <-ended)
	require.ErrorContains(t, runEtcd(t.Context(), []string{"--listen-client-urls=https://" + address}, io.Discard, io.Discard), "only http")
}

// TestInstall checks that programs are replaced, and that nothing else is left.
func TestInstall(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	for range 2 {
		require.NoError(t, install(dir))
	}
	found, err := os.ReadDir(dir)
	require.NoError(t, err)
	names := []string{}
	for _, file := range found {
		info, err := file.Info()
		require.NoError(t, err)
		require.NotZero(t, info.Mode()&0o100)
		names = append(names, strings.TrimSuffix(file.Name(), filepath.Ext(os.Args[0])))
	}
	require.Equal(t, []string{"etcd", "kube-apiserver"}, names)
	require.Error(t, install(filepath.Join(dir, "etcd"+filepath.Ext(os.Args[0]))))
}
