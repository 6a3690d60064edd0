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

	"delphi/storage"
)

// retryLater is the error of a server that asks for a pause (Retry-After).
type retryLater struct {
	status string
	after  time.Duration
}

func (r *retryLater) Error() string { return "the server says " + r.status }

// readURL reads at most most bytes of an address, starting at a position. It
// requests a range from a little before the position, to verify that the file is
// still the one that was read, and only if the file has changed (ETag). The first
// request, and any to a server without ranges, is for the whole file, compressed.
func readURL(ctx context.Context, c *http.Client, url string, at storage.Position, most int64, now time.Time) (*chunk, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("User-Agent", "delphi-bot (game records)")
	from := at.Offset - int64(len(at.Tail))
	ranged := at.Offset > 0 && (!at.NoRange || now.Unix() >= at.RangeAgain)
	if ranged {
		req.Header.Set("Range", "bytes="+strconv.FormatInt(from, 10)+"-"+strconv.FormatInt(at.Offset+most-1, 10))
		req.Header.Set("Accept-Encoding", "identity")
	} else {
		req.Header.Set("Accept-Encoding", "gzip")
	}
	if at.ETag != "" {
		req.Header.Set("If-None-Match", at.ETag)
	}
	resp, err := c.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	nothing := &chunk{from: at.Offset, pos: at}
	switch resp.StatusCode {
	case http.StatusNotModified:
		return nothing, nil
	case http.StatusRequestedRangeNotSatisfiable:
		// There is no byte where our overlap began: the file is shorter than it was.
		return readURL(ctx, c, url, again(at), most, now)
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		seconds, _ := strconv.Atoi(resp.Header.Get("Retry-After"))
		return nil, &retryLater{resp.Status, time.Duration(min(max(seconds, 0), 86400)) * time.Second}
	case http.StatusPartialContent:
		if !ranged {
			return nil, errors.New("the server sends a part that nobody asked for")
		}
		start, total, err := contentRange(resp.Header.Get("Content-Range"))
		if err != nil || start != from {
			return nil, fmt.Errorf("the server sends another part than was asked for: %q", resp.Header.Get("Content-Range"))
		}
		data, err := readMost(resp.Body, int64(len(at.Tail))+most)
		if err != nil {
			return nil, err
		}
		if !bytes.HasPrefix(data, at.Tail) {
			return readURL(ctx, c, url, storage.Position{}, most, now) // rotated: begin anew
		}
		data = data[len(at.Tail):]
		more := total > at.Offset+int64(len(data))
		at.ETag = etag(resp, more)
		at.NoRange, at.RangeAgain, at.RangeFails = false, 0, 0
		return &chunk{data: data, from: at.Offset, pos: at, more: more}, nil
	case http.StatusOK:
	default:
		return nil, fmt.Errorf("the server says %s", resp.Status)
	}

	// The whole file, from its beginning.
	if ranged {
		at.NoRange, at.RangeAgain = true, now.Add(min(rangePause<<min(at.RangeFails, 10), longestRangePause)).Unix()
		at.RangeFails++
	}
	body := io.Reader(resp.Body)
	if strings.EqualFold(resp.Header.Get("Content-Encoding"), "gzip") {
		z, err := gzip.NewReader(resp.Body)
		if err != nil {
			return nil, fmt.Errorf("what the server sends is not gzip: %w", err)
		}
		defer z.Close()
		body = z
	}
	reset := at.Offset == 0
	if at.Offset > 0 {
		if err := skip(body, from); err != nil {
			return readURL(ctx, c, url, again(at), most, now)
		}
		before := make([]byte, len(at.Tail))
		if _, err := io.ReadFull(body, before); err != nil || !bytes.Equal(before, at.Tail) {
			return readURL(ctx, c, url, again(at), most, now)
		}
	}
	data, err := readMost(body, most+1)
	if err != nil {
		return nil, err
	}
	more := int64(len(data)) > most
	data = data[:min(int64(len(data)), most)]
	at.ETag = etag(resp, more)
	return &chunk{data: data, from: at.Offset, reset: reset, pos: at, more: more}, nil
}

// A server that sent the whole file instead of a range is asked for a range again
// after rangePause, and after twice as long each time that fails.
const (
	rangePause        = 30 * time.Minute
	longestRangePause = 24 * time.Hour
)

// again returns the position at the start of a source, with what is known about its
// server.
func again(at storage.Position) storage.Position {
	return storage.Position{NoRange: at.NoRange, RangeAgain: at.RangeAgain, RangeFails: at.RangeFails}
}

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
