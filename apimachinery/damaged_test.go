package apimachinery_test

import (
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/apimachinery"
	"github.com/seed95800270/crdschema/internal/generate"
)

// Damaged reviews get an answer or a clear error, whatever their fields hold.
func TestDamagedReviews(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, w := range []*apimachinery.Webhook{newWebhook(), newWebhook(apimachinery.WithMutation())} {
		for i := range 2000 {
			whole := review([]string{"CREATE", "UPDATE"}[i%2], map[string]any{"object": object(map[string]any{"image": "x"}), "oldObject": withVersion(object(nil))})
			body, err := json.Marshal(generate.New(uint64(i)).Mutate(whole, 1+i%4))
			require.NoError(t, err)
			if i%5 == 0 {
				body[r.IntN(len(body))] = byte(r.IntN(256))
			}
			code := post(w, "application/json", string(body)).Code
			assert.Contains(t, []int{http.StatusOK, http.StatusBadRequest}, code, "%s", body)
		}
	}
}
