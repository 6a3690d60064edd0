package discord

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
)

// advice is what Discord says of its gateway: where it is, how many shards
// there should be, and how many sessions may be started.
func (a *Adapter) advice(ctx context.Context) (*discordgo.GatewayBotResponse, error) {
	b, err := a.rest.do(ctx, request{what: "asking where the gateway is", method: http.MethodGet, url: discordgo.EndpointGatewayBot})
	if err != nil {
		return nil, denied(err)
	}
	g := new(discordgo.GatewayBotResponse)
	if err := json.Unmarshal(b, g); err != nil || g.URL == "" {
		return nil, fmt.Errorf("asking where the gateway is: the answer makes no sense: %v", err)
	}
	return g, nil
}

// shards are the shards of this process: one, or all that there are.
func (a *Adapter) shards(advised int) (ids []int, of int) {
	of = a.cfg.ShardCount
	if of == 0 {
		of = max(1, advised)
	}
	if a.cfg.ShardID >= 0 {
		return []int{a.cfg.ShardID}, of
	}
	for i := range of {
		ids = append(ids, i)
	}
	return ids, of
}

// starts keeps the pace at which sessions may be started: one in five seconds
// for each group of shards, and so many a day.
type starts struct {
	every time.Duration
	log   *slog.Logger
	mu    sync.Mutex
	next  map[int]time.Time // by group: the shard's id modulo the concurrency
}

// wait returns when shard id may start a session.
func (s *starts) wait(ctx context.Context, id int, g *discordgo.GatewayBotResponse) error {
	limit := g.SessionStartLimit
	if limit.Total > 0 && limit.Remaining == 0 {
		d := time.Duration(limit.ResetAfter) * time.Millisecond
		s.log.Warn("Discord allows no more sessions today; waiting", "for", d)
		if !sleep(ctx, d) {
			return ctx.Err()
		}
	}
	group := id % max(1, limit.MaxConcurrency)
	s.mu.Lock()
	now := time.Now()
	at := s.next[group]
	if at.Before(now) {
		at = now
	}
	s.next[group] = at.Add(s.every)
	s.mu.Unlock()
	if d := at.Sub(now); d > 0 && !sleep(ctx, d) {
		return ctx.Err()
	}
	return nil
}
