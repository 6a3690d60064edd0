package announce

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/cespare/xxhash/v2"

	"delphi/bot"
	"delphi/storage"
	"delphi/storage/contest"
)

const (
	boardEvery = 30 * time.Second // between two looks at the boards, and so between two edits of one
	boardAgain = time.Hour        // before a board is tried again that its network refused
)

// board is the pinned message with a tournament's standings.
type board struct {
	Message string // the network's id; empty: there is none yet
	Shown   uint64 // a hash of what it shows
	After   int64  // when it may be tried again, in unix seconds; 0: at any time
}

func (a *Announcer) boards() storage.Documents {
	return storage.Documents{Store: a.book.Games.Store, Kind: "board"}
}

// Boards keeps the pinned scoreboards of tournaments up to date, on networks that can pin
// messages. It checks them at most every half minute, however often it is called, and must
// be called by one goroutine of one process only.
func (a *Announcer) Boards(ctx context.Context) {
	now := a.book.Now()
	if a.opt.Board == nil || now.Sub(a.boarded).Abs() < boardEvery { // the clock may have been put back
		return
	}
	a.boarded = now
	all, err := a.book.All(ctx)
	for _, t := range all {
		if err = a.board(ctx, t); err != nil && ctx.Err() == nil {
			a.opt.Log.Warn("a scoreboard could not be shown", "tournament", t.ID, "err", err)
		}
	}
	if err != nil && len(all) == 0 && ctx.Err() == nil {
		a.opt.Log.Warn("the tournaments could not be read", "err", err)
	}
}

// board updates the scoreboard of a tournament whose standings have changed. A scoreboard
// is created while the tournament is on, and updated until the results are final.
func (a *Announcer) board(ctx context.Context, t *contest.Tourney) error {
	pinner, ok := a.speakers[t.Place.Network].(bot.Pinner)
	now := a.book.Now()
	phase := t.Phase(now.Unix())
	if !ok || t.Boardless || phase == contest.Ahead || phase == contest.Off || t.Last == nil {
		return nil
	}
	var b board
	if _, err := a.boards().Get(ctx, t.ID, &b); err != nil {
		return err
	}
	shown := xxhash.Sum64String(fmt.Sprint(t.Name, phase, t.Until, t.Grace, t.Roster, t.Counts))
	begins := phase == contest.On || phase == contest.Late
	switch {
	case b.Shown == shown, b.Message == "" && !begins, now.Unix() < b.After && b.After-now.Unix() <= int64(boardAgain/time.Second):
		return nil
	case a.opt.Quiet != nil && a.opt.Quiet(t.Place.Network, t.Place.Place):
		return nil
	}
	reply, err := a.opt.Board(ctx, t)
	if err != nil {
		return err
	}
	message, err := pinner.Pin(ctx, t.Place.Place, b.Message, reply)
	next := board{Message: message, Shown: shown}
	if err != nil {
		if !errors.Is(err, bot.ErrNever) {
			return err
		}
		next = board{Message: b.Message, Shown: b.Shown, After: now.Add(boardAgain).Unix()}
	}
	kept := new(board)
	return errors.Join(err, a.boards().Update(ctx, t.ID, kept, func(bool) ([]any, bool, error) {
		*kept = next
		return nil, false, nil
	}))
}
