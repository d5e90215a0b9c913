package user_test

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"

	"github.com/seed95800270/crdschema/crdserver/internal/user"
)

// headersCase are headers and the user that they name, if they do.
type headersCase struct {
	Name    string
	Headers http.Header
	User    map[string]any
	Refused string
}

func readCases(t *testing.T, file string) (cases []headersCase) {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.NoError(t, yaml.UnmarshalStrict(text, &cases))
	return cases
}

func checkUser(t *testing.T, want map[string]any, got user.Info) {
	t.Helper()
	text, err := json.Marshal(want)
	require.NoError(t, err)
	object, err := json.Marshal(got.Object())
	require.NoError(t, err)
	assert.JSONEq(t, string(text), string(object))
}

// TestImpersonated reads the headers in testdata/impersonate.yaml.
func TestImpersonated(t *testing.T) {
	for _, c := range readCases(t, "testdata/impersonate.yaml") {
		t.Run(c.Name, func(t *testing.T) {
			got, found, refused := user.Impersonated(c.Headers)
			assert.Equal(t, c.User != nil, found)
			if c.Refused != "" {
				require.NotNil(t, refused)
				assert.Equal(t, c.Refused, refused.Message)
				assert.Equal(t, 400, refused.Code)
				return
			}
			require.Nil(t, refused)
			if found {
				checkUser(t, c.User, got)
			}
			user.RemoveHeaders(c.Headers)
			for name := range c.Headers {
				assert.Equal(t, "Accept", name)
			}
		})
	}
}

// TestContext puts a user into a context and takes it out again.
func TestContext(t *testing.T) {
	assert.Equal(t, user.Anonymous, user.From(context.Background()).Name)
	ann := user.Info{Name: "ann"}.InGroup("dev").InGroup("dev")
	assert.Equal(t, ann, user.From(user.With(context.Background(), ann)))
	assert.Equal(t, []string{"dev"}, ann.Groups)
}

// TestProxied reads the headers in testdata/proxied.yaml.
func TestProxied(t *testing.T) {
	for _, c := range readCases(t, "testdata/proxied.yaml") {
		t.Run(c.Name, func(t *testing.T) {
			got, found := user.Proxied(c.Headers)
			require.Equal(t, c.User != nil, found)
			if found {
				checkUser(t, c.User, got)
			}
		})
	}
}
