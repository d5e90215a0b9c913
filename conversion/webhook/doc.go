// Package webhook has a client for conversion webhooks that calls them like a Kubernetes API
// server, and a handler to write one.
//
// # Client
//
// A [Client] is a conversion.Converter. It is made from the configuration of a webhook in a
// CRD ([ReadConfig]) and sends one ConversionReview for all objects of a call, or several of
// a given size ([WithBatchSize]):
//
//  1. A URL is called as given. A service is called as https://NAME.NAMESPACE.svc,
//     on port 443 by default, and its certificate must have that name. The caller
//     may choose how names are resolved ([WithDialer], [WithTransport]). Proxies
//     are not used otherwise.
//  2. Only certificates signed by the authorities in caBundle are trusted, or by
//     the system's if it is empty.
//  3. A call ends when its context is done, and after 30 seconds at the latest
//     ([WithTimeout]). A busy webhook (429 or 5xx with Retry-After in seconds) is
//     called again, up to ten times.
//  4. The answer is read up to 64 MiB ([WithMaxResponseBytes]), as JSON or YAML,
//     and checked by conversion.Review.
//
// A call returns all objects converted, or no objects and an error with the server's text, a
// *conversion.Error. errors.Is and errors.As find its cause, for example
// context.DeadlineExceeded.
//
// # Handler
//
// A [Handler] answers POST requests with ConversionReviews of v1 and v1beta1 by a converter,
// as conversion.Respond does. It must be served with TLS: the server calls nothing else.
//
// # Differences from upstream
//
// Rows D31 to D35 of DEVIATIONS.md. The User-Agent differs.
//
// Rules: Kubernetes documentation, "Webhook conversion";
// k8s.io/apiextensions-apiserver/pkg/apiserver/conversion; k8s.io/apiserver/pkg/util/webhook;
// k8s.io/client-go/rest.
package webhook
