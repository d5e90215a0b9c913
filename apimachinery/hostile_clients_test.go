package apimachinery_test

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/apimachinery"
	"github.com/seed95800270/crdschema/internal/hostile"
)

// TestHostileClients sends requests that no client should send to a validating and to a
// mutating webhook: each gets a clear status, when the context ends at the latest, the server
// reads a bounded number of bytes, and nothing is left behind. With ATTACK_FULL=1 it prints how
// late a webhook returned.
func TestHostileClients(t *testing.T) {
	const limit = 1 << 20
	valid, err := json.Marshal(review("CREATE", map[string]any{"object": object(map[string]any{"image": "x"})}))
	require.NoError(t, err)
	for name, w := range map[string]*apimachinery.Webhook{
		"validating": newWebhook(apimachinery.WithMaxRequestBytes(limit)),
		"mutating":   newWebhook(apimachinery.WithMutation(), apimachinery.WithMaxRequestBytes(limit)),
	} {
		for _, c := range hostile.Clients(string(valid)) {
			t.Run(name+" "+c.Name, func(t *testing.T) {
				before := runtime.NumGoroutine()
				got, err := c.Attack(w)
				require.NoError(t, err)
				assert.True(t, got.Ended, "the webhook has not returned")
				assert.Equal(t, c.Status, got.Status, "%s", got.Text)
				assert.Less(t, got.Read, int64(4*limit), "bytes read")
				if os.Getenv("ATTACK_FULL") != "" && got.Late > 0 {
					fmt.Printf("lateness admission webhook: %s %s %.1f\n", name, c.Name, float64(got.Late.Microseconds())/1000)
				}
				hostile.RequireGoroutines(t, before)
			})
		}
	}
}
