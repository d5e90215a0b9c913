package main

import (
	"context"
	"encoding/json"
	"io"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/conversion/conversiontest"
	"github.com/seed95800270/crdschema/conversion/webhook"
)

func crontab(apiVersion string, fields ...string) map[string]any {
	obj := map[string]any{"apiVersion": apiVersion, "kind": "CronTab",
		"metadata": map[string]any{"name": "local-crontab", "namespace": "default", "generation": int64(1)}}
	for i := 0; i < len(fields); i += 2 {
		obj[fields[i]] = fields[i+1]
	}
	return obj
}

// start runs the program and returns the definition that it prints, compiled with
// a client for its webhook.
func start(t *testing.T, args ...string) *crdschema.Definition {
	ctx, cancel := context.WithCancel(context.Background())
	read, write := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- run(ctx, args, write) }()
	t.Cleanup(func() {
		cancel()
		_ = write.Close()
		require.NoError(t, <-done)
	})
	var crd map[string]any
	require.NoError(t, json.NewDecoder(read).Decode(&crd))
	go func() { _, _ = io.Copy(io.Discard, read) }()
	config, err := webhook.ReadConfig(crd)
	require.NoError(t, err)
	client, err := webhook.New(config, webhook.WithTimeout(10*time.Second))
	require.NoError(t, err)
	t.Cleanup(client.Close)
	d, err := crdschema.Compile(t.Context(), crd, crdschema.WithConverter(client))
	require.NoError(t, err)
	return d
}

func TestConversionWebhook(t *testing.T) {
	for name, args := range map[string][]string{"code": nil, "declared": {"-declared"}} {
		t.Run(name, func(t *testing.T) {
			d := start(t, args...)
			ctx := context.Background()
			beta, v1 := crontab(older, "hostPort", "localhost:1234"), crontab(newer, "host", "localhost", "port", "1234")
			got, err := d.Read(ctx, beta, "v1")
			require.NoError(t, err)
			assert.Equal(t, v1, got)
			got, err = d.Store(ctx, v1)
			require.NoError(t, err)
			assert.Equal(t, beta, got)
			list, err := d.ReadList(ctx, []map[string]any{beta, v1, crontab(older)}, "v1")
			require.NoError(t, err)
			assert.Equal(t, []map[string]any{v1, v1, crontab(newer)}, list)

			_, err = d.Read(ctx, crontab(older, "hostPort", "localhost"), "v1")
			assert.ErrorContains(t, err, "conversion webhook for example.com/v1beta1, Kind=CronTab failed: CronTab default/local-crontab: ")
			assert.ErrorContains(t, err, "hostPort could not be")
			_, err = d.Store(ctx, crontab(newer, "host", "localhost"))
			assert.Error(t, err)
		})
	}
}

func TestNothingIsLost(t *testing.T) {
	declared := func() (*conversion.Chain, error) { return declaredConverter(context.Background()) }
	for name, make := range map[string]func() (*conversion.Chain, error){"code": codeConverter, "declared": declared} {
		converter, err := make()
		require.NoError(t, err)
		losses, err := conversiontest.RoundTrip(context.Background(), converter, []string{older, newer}, []map[string]any{
			crontab(older, "hostPort", "localhost:1234"), crontab(newer, "host", "localhost", "port", "1234"), crontab(older),
			crontab(older, "hostPort", ":"), crontab(older, "hostPort", "a:b:c"),
		})
		require.NoError(t, err)
		assert.Empty(t, losses, name)
	}
}

func TestBadArguments(t *testing.T) {
	for _, args := range [][]string{{"-x"}, {"-listen", "nowhere"}, {"-url", "https://\x7f"}} {
		assert.Error(t, run(context.Background(), args, io.Discard), args)
	}
}
