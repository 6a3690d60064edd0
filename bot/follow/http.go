package follow

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"delphi/storage/gamelog"
)

// retryLater is the error of a server that asks for a pause (Retry-After).
type retryLater struct {
	status string
	after  time.Duration
}

func (r *retryLater) Error() string { return "the server says " + r.status }

// request is one request for what follows a position of an address.
type request struct {
	client *http.Client
	url    string
	at     gamelog.Position
	most   int64 // bytes to read
	now    time.Time
}

// readURL reads at most most bytes of an address, starting at a position. It
// requests a range from a little before the position, to verify that the file is
// still the one that was read, and only if the file has changed (ETag). The first
// request, and any to a server without ranges, is for the whole file, compressed.
func readURL(ctx context.Context, c *http.Client, url string, at gamelog.Position, most int64, now time.Time) (*chunk, error) {
	r := &request{client: c, url: url, at: at, most: most, now: now}
	return r.read(ctx)
}

// from returns where the overlap with what was read begins.
func (r *request) from() int64 { return r.at.Offset - int64(len(r.at.Tail)) }

func (r *request) read(ctx context.Context) (*chunk, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, r.url, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("User-Agent", "delphi-bot (game records)")
	ranged := r.at.Offset > 0 && (!r.at.NoRange || r.now.Unix() >= r.at.RangeAgain)
	if ranged {
		req.Header.Set("Range", "bytes="+strconv.FormatInt(r.from(), 10)+"-"+strconv.FormatInt(r.at.Offset+r.most-1, 10))
		req.Header.Set("Accept-Encoding", "identity")
	} else {
		req.Header.Set("Accept-Encoding", "gzip")
	}
	if r.at.ETag != "" {
		req.Header.Set("If-None-Match", r.at.ETag)
	}
	resp, err := r.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusNotModified:
		return &chunk{from: r.at.Offset, pos: r.at}, nil
	case http.StatusRequestedRangeNotSatisfiable:
		// There is no byte where our overlap began: the file is shorter than it was.
		return r.anew(ctx)
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		seconds, _ := strconv.Atoi(resp.Header.Get("Retry-After"))
		return nil, &retryLater{resp.Status, time.Duration(min(max(seconds, 0), 86400)) * time.Second}
	case http.StatusPartialContent:
		if !ranged {
			return nil, errors.New("the server sends a part that nobody asked for")
		}
		return r.part(ctx, resp)
	case http.StatusOK:
		if ranged {
			r.at.NoRange, r.at.RangeAgain = true, r.now.Add(min(rangePause<<min(r.at.RangeFails, 10), longestRangePause)).Unix()
			r.at.RangeFails++
		}
		return r.whole(ctx, resp)
	}
	return nil, fmt.Errorf("the server says %s", resp.Status)
}

// anew reads from the start of the source, with what is known about its server.
func (r *request) anew(ctx context.Context) (*chunk, error) {
	r.at = gamelog.Position{NoRange: r.at.NoRange, RangeAgain: r.at.RangeAgain, RangeFails: r.at.RangeFails}
	return r.read(ctx)
}

// part reads the range that was asked for.
func (r *request) part(ctx context.Context, resp *http.Response) (*chunk, error) {
	start, total, err := contentRange(resp.Header.Get("Content-Range"))
	if err != nil || start != r.from() {
		return nil, fmt.Errorf("the server sends another part than was asked for: %q", resp.Header.Get("Content-Range"))
	}
	data, err := readMost(resp.Body, int64(len(r.at.Tail))+r.most)
	if err != nil {
		return nil, err
	}
	if !bytes.HasPrefix(data, r.at.Tail) { // rotated
		r.at = gamelog.Position{}
		return r.read(ctx)
	}
	data = data[len(r.at.Tail):]
	more := total > r.at.Offset+int64(len(data))
	r.at.ETag = etag(resp, more)
	r.at.NoRange, r.at.RangeAgain, r.at.RangeFails = false, 0, 0
	return &chunk{data: data, from: r.at.Offset, pos: r.at, more: more}, nil
}

// whole reads on in a file that the server sends from its beginning.
func (r *request) whole(ctx context.Context, resp *http.Response) (*chunk, error) {
	body := io.Reader(resp.Body)
	if strings.EqualFold(resp.Header.Get("Content-Encoding"), "gzip") {
		z, err := gzip.NewReader(resp.Body)
		if err != nil {
			return nil, fmt.Errorf("what the server sends is not gzip: %w", err)
		}
		defer z.Close()
		body = z
	}
	reset := r.at.Offset == 0
	if r.at.Offset > 0 {
		before := make([]byte, len(r.at.Tail))
		err := skip(body, r.from())
		if err == nil {
			_, err = io.ReadFull(body, before)
		}
		if err != nil || !bytes.Equal(before, r.at.Tail) {
			return r.anew(ctx)
		}
	}
	data, err := readMost(body, r.most+1)
	if err != nil {
		return nil, err
	}
	more := int64(len(data)) > r.most
	data = data[:min(int64(len(data)), r.most)]
	r.at.ETag = etag(resp, more)
	return &chunk{data: data, from: r.at.Offset, reset: reset, pos: r.at, more: more}, nil
}

// A server that sent the whole file instead of a range is asked for a range again
// after rangePause, and after twice as long each time that fails.
const (
	rangePause        = 30 * time.Minute
	longestRangePause = 24 * time.Hour
)

// etag returns the entity tag to send, so that an unchanged file is not sent again. It
// is empty while there is more to read.
func etag(resp *http.Response, more bool) string {
	if more {
		return ""
	}
	return resp.Header.Get("ETag")
}

func skip(r io.Reader, n int64) error {
	_, err := io.CopyN(io.Discard, r, n)
	return err
}

// readMost reads at most n bytes. If the body is cut off it returns what arrived.
func readMost(r io.Reader, n int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, n))
	if err != nil && len(data) == 0 {
		return nil, err
	}
	return data, nil
}

// contentRange reads "bytes 10-19/20"; total is 0 if the server does not say.
func contentRange(s string) (start, total int64, err error) {
	span, ok := strings.CutPrefix(s, "bytes ")
	span, all, ok2 := strings.Cut(span, "/")
	first, _, ok3 := strings.Cut(span, "-")
	if !ok || !ok2 || !ok3 {
		return 0, 0, fmt.Errorf("no range: %q", s)
	}
	total, _ = strconv.ParseInt(all, 10, 64)
	start, err = strconv.ParseInt(first, 10, 64)
	return start, total, err
}
