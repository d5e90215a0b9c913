package cellib_test

import (
	"context"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"

	"github.com/seed95800270/crdschema/internal/cellib"
)

// TestConditions evaluates the conditions in testdata/conditions.yaml about one object and request.
func TestConditions(t *testing.T) {
	text, err := os.ReadFile("testdata/conditions.yaml")
	require.NoError(t, err)
	var file struct {
		Object, Request map[string]any
		Conditions      []struct {
			Expression, Refused, Error string
			Value                      bool
		}
	}
	require.NoError(t, yaml.UnmarshalStrict(text, &file))
	for _, c := range file.Conditions {
		t.Run(c.Expression, func(t *testing.T) {
			condition, err := cellib.NewCondition(c.Expression)
			if c.Refused != "" {
				require.ErrorContains(t, err, c.Refused)
				return
			}
			require.NoError(t, err)
			value, cost, err := condition.Evaluate(context.Background(), cellib.ConditionVariables{Object: file.Object, Request: file.Request})
			if c.Error != "" {
				require.EqualError(t, err, c.Error)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, c.Value, value)
			assert.Positive(t, cost)
		})
	}
}

// TestConditionOfCanceledContext ends an evaluation without a value.
func TestConditionOfCanceledContext(t *testing.T) {
	condition, err := cellib.NewCondition("object == null")
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, _, err = condition.Evaluate(ctx, cellib.ConditionVariables{})
	assert.ErrorIs(t, err, context.Canceled)
}
