package webhook

import (
	"context"
	"errors"
	"net/http"

	"github.com/seed95800270/crdschema/conversion"
)

// Client converts objects by asking a webhook. It is safe for concurrent use.
type Client struct {
	config  Config
	options options
	at      endpoint
	http    http.Client
	own     *http.Transport // nil if the transport is the caller's
}

// New returns a client. Nothing is called yet. The error says that there is
// neither a URL nor a service, or that the URL or the certificates are of no
// use.
func New(cfg Config, opts ...Option) (*Client, error) {
	c := &Client{config: cfg, options: options{limit: defaultLimit, timeout: defaultTimeout, uid: randomUID}}
	for _, o := range opts {
		o.apply(&c.options)
	}
	var err error
	if c.at, err = cfg.endpoint(); err != nil {
		return nil, err
	}
	c.http = http.Client{
		Transport:     c.options.transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	if c.options.transport == nil {
		if c.own, err = cfg.transport(c.at, c.options.dial); err != nil {
			return nil, err
		}
		c.http.Transport = c.own
	}
	return c, nil
}

// Close closes the connections that are not in use, so that nothing of the
// client is left. The client may be used again.
func (c *Client) Close() {
	if c.own != nil {
		c.own.CloseIdleConnections()
	}
}

// Convert asks the webhook to convert the objects of other versions; it is not
// called if there are none. The error is a *conversion.Error, in the words for
// a list if there is more than one object, or says that the webhook speaks no
// known version of the ConversionReview.
func (c *Client) Convert(ctx context.Context, objs []map[string]any, toAPIVersion string) ([]map[string]any, error) {
	size := c.options.batch
	if size <= 0 || size >= len(objs) {
		return c.batch(ctx, objs, toAPIVersion, c.listKind(objs))
	}
	out := make([]map[string]any, 0, len(objs))
	sent := 0
	for start := 0; start < len(objs); start += size {
		part := objs[start:min(start+size, len(objs))]
		converted, err := c.batch(ctx, part, toAPIVersion, c.listKind(objs))
		if err != nil {
			return nil, moved(err, sent)
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

// listKind is the kind of the list that objects are items of, empty for one.
func (c *Client) listKind(objs []map[string]any) string {
	if len(objs) < 2 {
		return ""
	}
	if kind, _ := objs[0]["kind"].(string); c.config.ListKind == "" {
		return kind + "List"
	}
	return c.config.ListKind
}

// batch converts objects with one request.
func (c *Client) batch(ctx context.Context, objs []map[string]any, to, listKind string) ([]map[string]any, error) {
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
	return review.Read(answer)
}

// moved is an error about an object with its index among all batches.
func moved(err error, sent int) error {
	var e *conversion.Error
	if !errors.As(err, &e) {
		return err
	}
	out := *e
	out.Index += sent
	return &out
}
