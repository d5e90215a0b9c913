package webhook

import (
	"context"
	"errors"
	"net/http"

	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/jsontext"
	"github.com/seed95800270/crdschema/internal/work"
)

// Client is a conversion.Converter that calls a webhook. It is safe for concurrent use.
type Client struct {
	config  Config
	options options
	target  endpoint
	http    http.Client
	own     *http.Transport // nil if the caller provides the transport
}

// New returns a client, or an error without a URL or a service, or for an invalid URL or
// certificate. It does not call the webhook.
func New(cfg Config, opts ...Option) (*Client, error) {
	c := &Client{config: cfg, options: options{limit: defaultLimit, timeout: defaultTimeout, uid: randomUID}}
	for _, o := range opts {
		o.apply(&c.options)
	}
	var err error
	if c.target, err = cfg.endpoint(); err != nil {
		return nil, err
	}
	c.http = http.Client{
		Transport:     c.options.transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	if c.options.transport == nil {
		if c.own, err = cfg.transport(c.target, c.options.dial); err != nil {
			return nil, err
		}
		c.http.Transport = c.own
	}
	return c, nil
}

// Close closes idle connections. The client may be used again.
func (c *Client) Close() {
	if c.own != nil {
		c.own.CloseIdleConnections()
	}
}

// Convert calls the webhook to convert the objects of other versions, if any. The error is a
// *conversion.Error, about a list if there is more than one object, or the error of a webhook
// that supports no known version of the ConversionReview.
func (c *Client) Convert(ctx context.Context, objs []map[string]any, toAPIVersion string) ([]map[string]any, error) {
	size := c.options.batch
	if size <= 0 || size >= len(objs) {
		return c.convertBatch(ctx, objs, toAPIVersion, c.listKind(objs))
	}
	out := make([]map[string]any, 0, len(objs))
	sent := 0
	for start := 0; start < len(objs); start += size {
		part := objs[start:min(start+size, len(objs))]
		converted, err := c.convertBatch(ctx, part, toAPIVersion, c.listKind(objs))
		if err != nil {
			return nil, shiftIndex(err, sent)
		}
		for _, obj := range part {
			if obj["apiVersion"] != any(toAPIVersion) {
				sent++
			}
		}
		out = append(out, converted...)
	}
	return out, nil
}

// Send sends another review than one of conversion, such as an AdmissionReview, and returns the answer, as
// a server does: with the same connection, limits and retries, and the same words in errors. review must
// be a JSON value.
func (c *Client) Send(ctx context.Context, review map[string]any) (map[string]any, error) {
	answer, err := c.exchange(ctx, review)
	if err != nil {
		return nil, err
	}
	out, ok := answer.(map[string]any)
	if ok || answer == nil {
		return out, nil
	}
	text, err := jsontext.Marshal(work.Start(ctx, "calling a webhook"), answer)
	if err == nil {
		_, err = gotype.ReadTypeMetaText(text)
	}
	return nil, err
}

func (c *Client) listKind(objs []map[string]any) string {
	if len(objs) < 2 {
		return ""
	}
	if kind, _ := objs[0]["kind"].(string); c.config.ListKind == "" {
		return kind + "List"
	}
	return c.config.ListKind
}

func (c *Client) convertBatch(ctx context.Context, objs []map[string]any, to, listKind string) ([]map[string]any, error) {
	review, err := conversion.NewReview(conversion.ReviewRequest{
		UID: c.options.uid(), ToAPIVersion: to, Objects: objs, ListKind: listKind, ReviewVersions: c.config.ReviewVersions,
	})
	if err != nil {
		return nil, err
	}
	if review.Len() == 0 {
		return objs, nil
	}
	answer, err := c.exchange(ctx, review.Message())
	if err != nil {
		return nil, review.Failed(err)
	}
	return review.Read(ctx, answer)
}

func shiftIndex(err error, sent int) error {
	var e *conversion.Error
	if !errors.As(err, &e) {
		return err
	}
	out := *e
	out.Index += sent
	return &out
}
