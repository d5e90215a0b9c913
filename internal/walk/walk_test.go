package walk_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema/internal/walk"
)

func TestStep(t *testing.T) {
	s := walk.Step{Request: "PUT /apis/a?b=c d", Body: `{"resourceVersion":"LAST"}`}.After("7")
	method, path := s.Method()
	assert.Equal(t, []string{"PUT", "/apis/a?b=c d", `{"resourceVersion":"7"}`}, []string{method, path, s.Body})
	assert.Equal(t, map[string]string{"Accept": "application/json", "User-Agent": "walk/1"}, s.Headers())
	s.Accept, s.ContentType = "a", "b"
	assert.Equal(t, map[string]string{"Accept": "a", "Content-Type": "b", "User-Agent": "walk/1"}, s.Headers())
}

func TestPlain(t *testing.T) {
	body := `{"metadata":{"uid":"6b3b5b5e-0000-4000-8000-000000000000","resourceVersion":"12","creationTimestamp":"2026-01-02T03:04:05Z",` +
		`"managedFields":[{"manager":"walk.test","operation":"Update","subresource":"status"},{"manager":"walk"}]},"cells":["5s"]}`
	assert.Equal(t, "12", walk.Revision(body))
	assert.Equal(t, `{"metadata":{"uid":"UID","resourceVersion":"REVISION","creationTimestamp":"TIME",`+
		`"managedFields":[{"manager":"walk"}]},"cells":["AGE"]}`, walk.Plain(body))
	assert.Empty(t, walk.Revision("{}"))
}
