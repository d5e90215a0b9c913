package webhook

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/seed95800270/crdschema/internal/jsontext"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
)

const (
	contentType = "application/json"
	userAgent   = "crdschema-conversion"
	maxRetries  = 10
)

// exchange sends a message, repeatedly if the response asks for it, and returns the decoded answer.
//
// Rule: k8s.io/client-go/rest, Request.Do and Result.Into.
func (c *Client) exchange(ctx context.Context, message map[string]any) (any, error) {
	// An object may be any Go value, and contain the same map very many times.
	normal, err := structural.Normalize(message)
	if err != nil {
		return nil, err
	}
	body, err := jsontext.Marshal(work.Start(ctx, "calling a webhook"), normal)
	if err != nil {
		return nil, err
	}
	if c.options.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.options.timeout)
		defer cancel()
	}
	for retries := 0; ; retries++ {
		r, err := c.send(ctx, body, retries < maxRetries)
		if err != nil {
			return nil, err
		}
		if !r.repeat {
			return r.decode(ctx)
		}
		if err := sleep(ctx, r.wait); err != nil {
			return nil, err
		}
	}
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// send sends one request and reads the whole body of the response, or only its beginning if
// the response asks for the request again and it may be repeated.
func (c *Client) send(ctx context.Context, body []byte, repeatable bool) (*response, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url(), bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", contentType)
	req.Header.Set("Accept", contentType+", */*")
	req.Header.Set("User-Agent", userAgent)
	resp, err := c.http.Do(req)
	if err != nil {
		c.dropDials(ctx)
		return nil, err
	}
	defer resp.Body.Close()
	// A transport does not end the body of a 101 response when the context is done, and the
	// caller's transport may end no body at all.
	stop := context.AfterFunc(ctx, func() { resp.Body.Close() })
	defer stop()
	r := &response{status: resp.StatusCode, header: resp.Header}
	if r.wait, r.repeat = r.retryAfter(); r.repeat && repeatable {
		return r, drain(ctx, resp.Body)
	}
	r.repeat = false
	if r.body, err = c.read(ctx, resp.Body); err != nil {
		return nil, err
	}
	return r, r.checkType()
}

// dropDials ends attempts to connect that no request waits for. The transport would continue
// them for later requests.
func (c *Client) dropDials(ctx context.Context) {
	if c.own != nil && ctx.Err() != nil {
		c.own.CloseIdleConnections()
	}
}

func (c *Client) read(ctx context.Context, body io.Reader) ([]byte, error) {
	// One byte more than allowed detects a longer body. max avoids overflow.
	text, err := io.ReadAll(io.LimitReader(body, max(c.options.limit, c.options.limit+1)))
	if ctx.Err() != nil {
		err = ctx.Err() // the body may have been cut off without an error
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("unexpected error when reading response body. Please retry. Original error: %w", err)
	case int64(len(text)) > c.options.limit:
		return nil, &TooLargeError{Limit: c.options.limit}
	}
	return text, nil
}

// maxDrained is the number of bytes read from an unneeded body, so that the connection can be
// used again.
//
// Rule: k8s.io/client-go/rest, readAndCloseResponseBody.
const maxDrained = 2 << 10

func drain(ctx context.Context, body io.Reader) error {
	_, _ = io.CopyN(io.Discard, body, maxDrained)
	return ctx.Err()
}

func (c *Client) url() string {
	if c.options.timeout <= 0 {
		return c.target.url
	}
	return c.target.url + "?" + url.Values{"timeout": {c.options.timeout.String()}}.Encode()
}

// TooLargeError is the error of an answer that is longer than a [Client] accepts.
type TooLargeError struct {
	// Limit is the maximum length in bytes.
	Limit int64
}

func (e *TooLargeError) Error() string {
	return fmt.Sprintf("the response is longer than %d bytes", e.Limit)
}
