package rest

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/coder/websocket"

	"github.com/seed95800270/crdschema/crdserver/internal/store"
	"github.com/seed95800270/crdschema/httpapi"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/status"
)

// stream answers a watch. Errors after its parameters are events.
func (l *listing) stream() error {
	if refused := l.media.CheckWatch(); refused != nil {
		return refused
	}
	format, err := l.formatter()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(l.ctx, l.timeLimit())
	defer cancel()
	stop := context.AfterFunc(l.kind.Lifetime(), cancel)
	defer stop()
	l.warn(l.kind.Warnings())
	l.w.Header().Set("Content-Type", httpapi.JSON)
	s := &stream{listing: l, format: format, ctx: ctx, control: http.NewResponseController(l.w)}
	if IsWebSocket(l.r) {
		s.overWebSocket(cancel)
		return nil
	}
	l.w.WriteHeader(http.StatusOK)
	s.follow()
	return nil
}

// follow sends the events until the watch ends, and the error with which it does.
func (s *stream) follow() {
	if err := s.run(); err != nil && s.ctx.Err() == nil && !errors.Is(err, errGone) {
		_ = s.send(registry.ErrorEvent(statusOf(err)))
	}
	_ = s.flush()
}

// timeLimit returns how long the watch lasts: as a server, half an hour if the client does not say.
func (l *listing) timeLimit() time.Duration {
	if seconds := l.options.TimeoutSeconds; seconds != nil && *seconds > 0 {
		return time.Duration(min(*seconds, 1<<31)) * time.Second
	}
	return 30 * time.Minute
}

// errGone: the client does not read the events.
var errGone = errors.New("the client has gone")

// stream is a watch that is being answered.
type stream struct {
	*listing
	format  formatter
	ctx     context.Context
	control *http.ResponseController
	socket  *websocket.Conn // in place of the answer, if it is not nil
}

func (s *stream) run() error {
	reader, err := s.begin()
	if err != nil {
		return err
	}
	if err := s.flush(); err != nil {
		return err
	}
	for {
		w, err := s.next(reader)
		if err != nil {
			return err
		}
		if err := s.report(w); err != nil {
			return err
		}
	}
}

// begin sends the initial events and returns the reader of the others.
func (s *stream) begin() (*store.Reader, error) {
	revision := uint64(max(0, s.start.Revision))
	initial := s.options.SendInitialEvents
	switch {
	case initial != nil && *initial || initial == nil && revision == 0:
		var err error
		if revision, err = s.initial(revision); err != nil {
			return nil, err
		}
	case revision == 0:
		revision = s.Store.Revision()
	}
	reader, err := s.kind.Table().Read(revision)
	if errors.Is(err, store.ErrTooOld) {
		return nil, status.TooOldResourceVersion(revision, s.kind.Table().Oldest())
	}
	return reader, err
}

// initial sends the existing objects and, if the client has asked for it, the bookmark after them.
func (s *stream) initial(wanted uint64) (uint64, error) {
	if now := s.Store.Revision(); wanted > now {
		return 0, status.TooLargeResourceVersion(wanted, now, 1)
	}
	all := *s.listing
	all.options.Limit, all.options.Continue, all.options.ResourceVersion = 0, "", ""
	all.options.ResourceVersionMatch = ""
	p, err := all.read()
	if err == nil {
		err = s.Store.Sync(p.revision)
	}
	if err != nil {
		return 0, err
	}
	for _, obj := range p.objects {
		event, err := s.selection.Event(s.ctx, nil, obj, 0)
		if err == nil {
			err = s.send(event)
		}
		if err != nil {
			return 0, err
		}
	}
	if s.options.SendInitialEvents != nil && s.options.AllowWatchBookmarks {
		return p.revision, s.send(s.kind.InitialEventsEnd(p.revision))
	}
	return p.revision, nil
}

// next returns the next write. While it waits it sends bookmarks.
func (s *stream) next(reader *store.Reader) (store.Write, error) {
	for {
		revision := s.Store.Kept() // before looking: nothing up to it is left if nothing is found
		w, found, err := reader.TryNext()
		if found || err != nil {
			return w, expired(err, revision, s)
		}
		if err := s.flush(); err != nil {
			return w, err
		}
		wait, cancel := context.WithTimeout(s.ctx, s.untilBookmark())
		w, err = reader.Next(wait)
		cancel()
		switch {
		case err == nil || !errors.Is(err, context.DeadlineExceeded) || s.ctx.Err() != nil:
			return w, expired(err, revision, s)
		case s.options.AllowWatchBookmarks:
			if err := s.send(s.kind.Bookmark(revision)); err != nil {
				return w, err
			}
		}
	}
}

// expired returns the Status for a watch that has lost its place.
func expired(err error, revision uint64, s *stream) error {
	if errors.Is(err, store.ErrTooOld) {
		return status.TooOldResourceVersion(revision, s.kind.Table().Oldest())
	}
	return err
}

// untilBookmark returns the time until the next bookmark: the last one comes two seconds before the
// end of the watch.
func (s *stream) untilBookmark() time.Duration {
	deadline, _ := s.ctx.Deadline()
	if last := time.Until(deadline) - 2*time.Second; last > 0 && last < s.BookmarkInterval {
		return last
	}
	return s.BookmarkInterval
}

// report sends the event about a write, if the watch gets one.
func (s *stream) report(w store.Write) error {
	if s.start.Revision > 0 && w.Revision <= uint64(s.start.Revision) || !strings.HasPrefix(w.Key(), s.prefix) || s.single && w.Key() != s.prefix {
		return nil
	}
	old, err := s.readAt(w.Old)
	if err != nil {
		return err
	}
	cur, err := s.readAt(w.Cur)
	if err != nil {
		return err
	}
	event, err := s.selection.Event(s.ctx, old, cur, w.Revision)
	if err != nil || event == nil {
		return err
	}
	return s.send(event)
}

func (s *stream) readAt(obj *store.Object) (map[string]any, error) {
	if obj == nil {
		return nil, nil
	}
	return s.kind.ReadOne(s.ctx, obj.Value)
}

// send writes an event.
func (s *stream) send(event map[string]any) error {
	event, err := s.format(s.ctx, event)
	if err != nil {
		return err
	}
	text, err := httpapi.EncodeEvent(context.WithoutCancel(s.ctx), event)
	if err != nil {
		return err
	}
	if s.socket != nil {
		return s.message(text)
	}
	s.expire()
	if _, err := s.w.Write(text); err != nil {
		return errGone
	}
	return nil
}

// flush sends what is written.
func (s *stream) flush() error {
	if s.socket != nil {
		return nil // messages are not buffered
	}
	s.expire()
	if err := s.control.Flush(); err != nil {
		return errGone
	}
	_ = s.control.SetWriteDeadline(time.Time{}) // HTTP/2 ends a stream whose deadline passes, even if nothing is being written
	return nil
}

// formatter gives an event the form that the client accepts.
type formatter func(ctx context.Context, event map[string]any) (map[string]any, error)

func (l *listing) formatter() (formatter, error) {
	switch l.media.As {
	case httpapi.Table:
		printer, opts, err := l.printer()
		return func(ctx context.Context, event map[string]any) (map[string]any, error) {
			event, err := printer.TableEvent(ctx, event, time.Now(), opts...)
			if event["type"] != "ERROR" {
				opts = append(opts[:len(opts):len(opts)], registry.WithoutHeaders())
			}
			return event, err
		}, err
	case httpapi.PartialObjectMetadata:
		return func(ctx context.Context, event map[string]any) (map[string]any, error) {
			return registry.PartialMetadataEvent(ctx, event, l.media.Version)
		}, nil
	}
	return func(_ context.Context, event map[string]any) (map[string]any, error) { return event, nil }, nil
}
