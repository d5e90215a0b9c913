package conversion

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/conversion/webhook"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
)

// The rows of DEVIATIONS.md.
const (
	rowOrder    = "D36"
	rowRedirect = "D31"
	rowScheme   = "D32"
)

// exchange is an input and the behavior of the webhook that converts it.
type exchange struct {
	input
	Behaviour string
	Reviews   []string
	both      sides
}

// MarshalJSON returns the exchange for reports.
func (x exchange) MarshalJSON() ([]byte, error) {
	return upstream.Encode(map[string]any{"behavior": x.Behaviour, "reviews": fmt.Sprint(x.Reviews), "object": x.Object, "list": x.List, "to": x.To})
}

// sides are the converters of both sides for one behavior of the webhook.
type sides struct {
	ours   conversion.Kind
	theirs runtime.ObjectConvertor
}

// reviewVersions are values of conversionReviewVersions.
var reviewVersions = [][]string{{"v1"}, {"v1beta1"}, {"v2", "v1beta1", "v1"}, {"v2"}}

// TestWebhook compares objects and lists that a webhook converts correctly or
// not.
func TestWebhook(t *testing.T) {
	url, bundle := start(t)
	converters := newConverters(t, url, bundle)
	cases := parity.Generated(parity.Full(50_000), func(seed uint64) exchange {
		i := int(seed % uint64(len(behaviors)))
		reviews := pick(parity.Rand(seed), 0, 0, 0, 1, 1, 2, 3)
		return exchange{inputFor(seed), behaviors[i].name, reviewVersions[reviews], converters(i, reviews)}
	})
	parity.Run(t, "convert-webhook", cases, compareExchange)
}

// newConverters returns a function that creates the converters on demand.
func newConverters(t *testing.T, url string, bundle []byte) func(behavior, reviews int) sides {
	factory, err := newFactory()
	require.NoError(t, err)
	var mu sync.Mutex
	made := map[[2]int]sides{}
	return func(behavior, reviews int) sides {
		mu.Lock()
		defer mu.Unlock()
		key := [2]int{behavior, reviews}
		if s, ok := made[key]; ok {
			return s
		}
		at := fmt.Sprint(url, "/", behavior)
		client, err := webhook.New(webhook.Config{URL: at, CABundle: bundle, ReviewVersions: reviewVersions[reviews]})
		require.NoError(t, err)
		t.Cleanup(client.Close)
		reference, err := theirs(factory, &apiextensionsv1.CustomResourceConversion{
			Strategy: apiextensionsv1.WebhookConverter,
			Webhook: &apiextensionsv1.WebhookConversion{
				ClientConfig:             &apiextensionsv1.WebhookClientConfig{URL: &at, CABundle: bundle},
				ConversionReviewVersions: reviewVersions[reviews],
			},
		})
		require.NoError(t, err)
		made[key] = sides{ours: conversion.Kind{Group: group, Versions: versions, Converter: client}, theirs: reference}
		return made[key]
	}
}

func compareExchange(c *parity.Check, x exchange) {
	ours := convertOurs(x.both.ours, x.input)
	reference := func() result { return convertTheirs(x.both.theirs, x.Object, x.List, x.To) }
	theirs := reference()
	if strings.HasPrefix(x.Behaviour, "redirect") && !parity.Equal(ours.Error, theirs.Error) {
		code := strings.TrimPrefix(x.Behaviour, "redirect ")
		if !strings.Contains(ours.Error, "status code "+code) {
			c.Fail("redirect", ours.Error, theirs.Error, "the error does not name the status code %s", code)
			return
		}
		c.Equal("redirect", true, false, parity.Row(rowRedirect, func() any { return true }))
		if ours.Object != nil {
			c.Fail("redirect", ours.Object, nil, "there is an object beside the error")
		}
		return
	}
	c.Equal("error", unique(ours.Error), unique(theirs.Error),
		parity.Row(rowScheme, func() any { return scheme.ReplaceAllString(unique(theirs.Error), "") }),
		parity.Row(rowOrder, func() any {
			text, _ := parity.Repeat30(func() string { return unique(reference().Error) }, func(text string) bool { return text == unique(ours.Error) })
			return text
		}))
	c.Equal("object", ours.Object, theirs.Object)
}

var (
	uuid   = regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`)
	socket = regexp.MustCompile(`127\.0\.0\.1:\d+->`)
	scheme = regexp.MustCompile(` in scheme "[^"]*"`)
)

// unique returns a text without the parts that differ between exchanges.
func unique(text string) string {
	return socket.ReplaceAllString(uuid.ReplaceAllString(text, "UID"), "HERE->")
}
