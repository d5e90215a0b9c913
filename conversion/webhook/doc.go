// Package webhook speaks HTTP for package conversion: a [Client] that asks a
// conversion webhook as a Kubernetes API server does, and a [Handler] that is
// one.
//
// # Client
//
// A client is a conversion.Converter. It is made of what a definition says
// about its webhook ([ReadConfig]) and sends one ConversionReview for all
// objects of a call, or several of a chosen size ([WithBatchSize]):
//
//  1. A URL is called as it is given; a service as https://NAME.NAMESPACE.svc,
//     port 443 unless another is named, with that name in the certificate. Who
//     resolves it is the caller's choice ([WithDialer], [WithTransport]). No
//     proxy is used that is not part of these.
//  2. Only certificates that caBundle stands behind are trusted, those of the
//     system if it is empty.
//  3. A call ends with its context, and after 30 seconds at the latest
//     ([WithTimeout]). A webhook that is busy (429 or 5xx with Retry-After in
//     seconds) is asked again, up to ten times.
//  4. The answer is read up to 64 MiB ([WithMaxResponseBytes]), JSON or YAML,
//     and checked by conversion.Review.
//
// A call returns all objects converted, or none and an error: the server's
// text, in a *conversion.Error. Causes can be found in it with errors.Is and
// errors.As, for example context.DeadlineExceeded.
//
// A client may be used by any number of goroutines. It keeps connections open;
// [Client.Close] closes those that are not in use.
//
// # Handler
//
// A handler takes POST requests and answers ConversionReviews of v1 and
// v1beta1 with a converter; see conversion.Respond for what it takes care of.
// Requests that are none are refused with 4xx. It needs to be served with TLS:
// a server calls nothing else.
//
// # Differences from upstream
//
//   - Redirects are not followed: the request goes where the definition says.
//   - Answers have a greatest size.
//   - Answers in protobuf are not understood.
//   - Proxies named in the environment are not used.
//   - The User-Agent is another.
//   - That a kind is not registered is said without the name of the server's
//     scheme, which is a line of its source.
//
// Rules: Kubernetes documentation, "Webhook conversion"; k8s.io/
// apiextensions-apiserver/pkg/apiserver/conversion; k8s.io/apiserver/pkg/util/
// webhook; k8s.io/client-go/rest.
package webhook
