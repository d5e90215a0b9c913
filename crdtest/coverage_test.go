package crdtest_test

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/crdtest"
)

func TestCoverage(t *testing.T) {
	d := crontabs(t)
	c := crdtest.NewCoverage(d)
	with := crdtest.WithCoverage(c)
	crdtest.Accept(t, d, crdtest.YAML(cronTab("{policy: Allow}")), with)
	crdtest.Reject(t, d, crdtest.YAML(cronTab("{policy: Forbid, replicas: 0}")), "rule-failed", "spec", with)
	crdtest.Reject(t, d, crdtest.YAML(cronTab("{replicas: 11}")), "maximum", "", with)
	var got []string
	for _, p := range c.Points() {
		got = append(got, p.String())
	}
	assert.Equal(t, []string{
		"crontabs.yaml:26:15: rule properties[spec].x-kubernetes-validations[0] of v1: covered",
		"crontabs.yaml:28:15: rule properties[spec].x-kubernetes-validations[1] of v1: never seen",
		"crontabs.yaml:24:38: bound properties[spec].properties[policy].enum of v1: never false",
		"crontabs.yaml:24:45: value properties[spec].properties[policy].enum[0] of v1: covered",
		"crontabs.yaml:24:52: value properties[spec].properties[policy].enum[1] of v1: covered",
		"crontabs.yaml:23:41: bound properties[spec].properties[replicas].minimum of v1: never false",
		"crontabs.yaml:23:53: bound properties[spec].properties[replicas].maximum of v1: covered",
		"crontabs.yaml:23:66: default properties[spec].properties[replicas].default of v1: covered",
		"crontabs.yaml:33:41: bound properties[status].properties[replicas].maximum of v1: never seen",
	}, got)
	assert.InDelta(t, 5.0/9, c.Share(), 1e-9)
	f := newFake(t)
	c.Require(f, 0.5)
	assert.Empty(t, f.failures)
	c.Require(f, 0.6)
	require.Len(t, f.failures, 1)
	assert.True(t, strings.HasPrefix(f.failures[0], "coverage is 55.6% instead of 60.0%:\n\tcrontabs.yaml:28:15: rule "), f.failures[0])
}

// A table loads its CRD again. The coverage counts requests to it, but not requests to other CRDs.
func TestCoverageOfTables(t *testing.T) {
	files := os.DirFS("testdata")
	c := crdtest.NewCoverage(crontabs(t))
	crdtest.Run(t, files, "tables", crdtest.WithRequestOptions(crdtest.WithCoverage(c), crdtest.WithCoverage(crdtest.NewCoverage(named(t, "widgets.yaml")))))
	assert.InDelta(t, 7.0/9, c.Share(), 1e-9)

	other := crdtest.NewCoverage(named(t, "widgets.yaml"))
	crdtest.Accept(t, crontabs(t), crdtest.YAML(cronTab("{}")), crdtest.WithCoverage(other))
	f := newFake(t)
	other.Require(f, 0.1)
	assert.Equal(t, []string{"coverage is 0.0% instead of 10.0%:\n\tno request to widgets.stable.example.com had this coverage\n\t" + other.Missing()[0].String() + "\n\t" + other.Missing()[1].String()}, f.failures)
}

func TestCoverageOfAnotherCRD(t *testing.T) {
	c := crdtest.NewCoverage(crontabs(t))
	text := strings.Replace(string(read(t, "testdata/crontabs.yaml")), "maximum: 10", "maximum: 9", 1)
	ds, err := crdtest.Parse(t.Context(), "next.yaml", []byte(text))
	require.NoError(t, err)
	_, err = crdtest.Try(t.Context(), ds.All()[0], crdtest.YAML(cronTab("{}")), crdtest.WithCoverage(c))
	assert.EqualError(t, err, "text:1:1: the coverage is of the CRD at crontabs.yaml:1:1, the request of another CRD with this name at next.yaml:1:1")
}

func TestRequireShare(t *testing.T) {
	for _, share := range []float64{90, -0.1, math.NaN()} {
		f := newFake(t)
		crdtest.NewCoverage(crontabs(t)).Require(f, share)
		assert.Equal(t, fmt.Sprintf("the share is %v instead of 0 to 1: 0.9 is 90%%", share), f.fatal)
		assert.Empty(t, f.failures)
	}
}

func TestLCOV(t *testing.T) {
	d := named(t, "widgets.yaml")
	c := crdtest.NewCoverage(d)
	const unseen = "BRDA:18,0,0,-\nBRDA:18,0,1,-\nBRDA:18,1,0,-\nBRDA:18,1,1,-\nBRF:4\nBRH:0\nDA:18,0\nLF:1\nLH:0\nend_of_record\n"
	assert.Equal(t, "TN:\nSF:widgets.yaml\n"+unseen, c.LCOV())
	crdtest.Accept(t, d, crdtest.YAML("apiVersion: stable.example.com/v1\nkind: Widget\nspec: {size: 2}\n"), crdtest.WithCoverage(c))
	const seen = "BRDA:18,0,0,1\nBRDA:18,0,1,0\nBRDA:18,1,0,1\nBRDA:18,1,1,0\nBRF:4\nBRH:2\nDA:18,1\nLF:1\nLH:1\nend_of_record\n"
	assert.Equal(t, "TN:\nSF:config/crd/widgets.yaml\n"+seen, c.LCOV(crdtest.WithPathPrefix("config/crd/")))
}
