package metaedit_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/metaedit"
)

func fieldsOf(t *testing.T, text string) map[string]any {
	t.Helper()
	v, err := decode.JSON(context.Background(), []byte(text))
	require.NoError(t, err)
	return v.Value.(map[string]any)
}

func withMetadata(t *testing.T, text string) map[string]any {
	t.Helper()
	return map[string]any{"metadata": fieldsOf(t, text)}
}

func TestPrepare(t *testing.T) {
	given := `{"name":"n","selfLink":"/x","uid":"given","generation":7,"creationTimestamp":"2020-01-02T03:04:05Z",
		"deletionTimestamp":"2020-01-02T03:04:05Z","deletionGracePeriodSeconds":9,"labels":{"a":"b"}}`
	created := metaedit.Edit(withMetadata(t, given))
	metaedit.PrepareCreate(&created, metaedit.SystemFields{UID: "u"})
	assert.Equal(t, fieldsOf(t, `{"name":"n","uid":"u","generation":1,"labels":{"a":"b"}}`), created.Fields())

	updated := metaedit.Edit(withMetadata(t, `{"name":"n","generation":7,"creationTimestamp":"2020-01-02T03:04:05Z","deletionTimestamp":"2020-01-02T03:04:05Z"}`))
	old := metaedit.Edit(withMetadata(t, `{"name":"n","uid":"u","generation":3,"creationTimestamp":"2024-01-02T03:04:05Z","deletionTimestamp":"2024-01-02T03:04:06Z","deletionGracePeriodSeconds":30}`))
	metaedit.PrepareUpdate(&updated, &old, true)
	assert.Equal(t, fieldsOf(t, `{"name":"n","uid":"u","generation":4,"creationTimestamp":"2024-01-02T03:04:05Z","deletionTimestamp":"2024-01-02T03:04:06Z","deletionGracePeriodSeconds":30}`), updated.Fields())

	stays := metaedit.Edit(withMetadata(t, `{"uid":"other","deletionGracePeriodSeconds":9}`))
	metaedit.PrepareUpdate(&stays, &old, false)
	assert.Equal(t, "other", stays.Get("uid"))
	assert.Equal(t, int64(9), stays.Get("deletionGracePeriodSeconds"))
	assert.Equal(t, int64(3), stays.Get("generation"))
}

func TestGeneratedName(t *testing.T) {
	assert.Equal(t, "my-abcde", metaedit.GeneratedName("my-", "abcde"))
	long := strings.Repeat("a", 58)
	assert.Equal(t, long+"abcde", metaedit.GeneratedName(long+"bc", "abcde"))
}
