package apimachinery_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/seed95800270/crdschema/apimachinery"
)

func tables(crd string) *apimachinery.TableConvertor {
	v := compileStored(crd).StorageVersion()
	return apimachinery.NewTableConvertor(v, apimachinery.WithClock(func() time.Time { return time.Date(2024, 1, 2, 3, 4, 5, 0, time.UTC) }))
}

func TestConvertToTable(t *testing.T) {
	list := &unstructured.UnstructuredList{Object: map[string]any{"kind": "CronTabList", "apiVersion": "stable.example.com/v1"}}
	list.SetResourceVersion("9")
	list.SetContinue("more")
	remaining := int64(5)
	list.SetRemainingItemCount(&remaining)
	list.Items = []unstructured.Unstructured{*stored(map[string]any{"image": "x"}), *stored(nil)}
	table, err := tables(cronTabs).ConvertToTable(context.Background(), list, nil)
	require.NoError(t, err)
	assert.Equal(t, "9", table.ResourceVersion)
	assert.Equal(t, "more", table.Continue)
	assert.Equal(t, &remaining, table.RemainingItemCount)
	require.Len(t, table.ColumnDefinitions, 2)
	assert.Equal(t, metav1.ObjectMeta{}.SwaggerDoc()["name"], table.ColumnDefinitions[0].Description)
	assert.Equal(t, "Custom resource definition column (in JSONPath format): .spec.image", table.ColumnDefinitions[1].Description)
	require.Len(t, table.Rows, 2)
	assert.Equal(t, []any{"nightly", "x"}, table.Rows[0].Cells)
	assert.Equal(t, []any{"nightly", nil}, table.Rows[1].Cells)
	assert.Equal(t, "nightly", table.Rows[0].Object.Object.(*unstructured.Unstructured).GetName())
}

func TestConvertOneToTable(t *testing.T) {
	u := stored(nil)
	u.SetCreationTimestamp(metav1.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC))
	table, err := tables(bigDefaults).ConvertToTable(context.Background(), u, &metav1.TableOptions{})
	require.NoError(t, err)
	assert.Equal(t, "7", table.ResourceVersion)
	assert.Equal(t, "Age", table.ColumnDefinitions[1].Name)
	assert.Equal(t, metav1.ObjectMeta{}.SwaggerDoc()["creationTimestamp"], table.ColumnDefinitions[1].Description)
	assert.Equal(t, []any{"nightly", "27h"}, table.Rows[0].Cells)

	typed := newCronTab("a", cronTabSpec{Image: "y"})
	typed.ResourceVersion = "8"
	table, err = tables(cronTabs).ConvertToTable(context.Background(), typed, &metav1.TableOptions{NoHeaders: true})
	require.NoError(t, err)
	assert.Equal(t, "8", table.ResourceVersion)
	assert.Nil(t, table.ColumnDefinitions)
	assert.Equal(t, []any{"a", "y"}, table.Rows[0].Cells)
}
