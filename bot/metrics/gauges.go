package metrics

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"delphi/bot"
)

// gauges are the figures that others keep, read when they are collected.
type gauges struct{ src Sources }

var descs []*prometheus.Desc

func desc(name, help string, labels ...string) *prometheus.Desc {
	d := prometheus.NewDesc("delphi_"+name, help, labels, nil)
	descs = append(descs, d)
	return d
}

var (
	connected     = desc("connected", "1 while connected to the network.", "network")
	joined        = desc("channels_joined", "Channels that the bot is in.", "network")
	waiting       = desc("channels_waiting", "Channels that the bot should be in but is not.", "network")
	lag           = desc("lag_seconds", "Round-trip time of the last ping.", "network")
	queued        = desc("queue_length", "Answers waiting to be sent.", "network")
	reconnects    = desc("reconnects_total", "Connections lost.", "network")
	refused       = desc("questions_busy_total", "Questions not taken because too many were waiting.", "network")
	dropped       = desc("answers_dropped_total", "Answers and announcements thrown away before they were sent.", "network")
	unsent        = desc("replies_unsent_total", "Replies that the network did not accept.", "network")
	weakened      = desc("replies_weakened_total", "Replies that the network accepted only as plain text, without an embed or a file, or in private.", "network")
	limited       = desc("channels_limited", "Channels that do not take everything that the bot says.", "network")
	malformed     = desc("malformed_total", "Lines, frames and requests that could not be understood.", "network")
	badSignatures = desc("bad_signatures_total", "Requests that the network did not sign.", "network")

	panics = desc("panics_total", "Panics that were recovered.")

	cacheHits = desc("cache_hits_total", "Answers taken from the cache.")
	cacheMiss = desc("cache_misses_total", "Answers that the cache did not have.")
	cacheSize = desc("cache_entries", "Answers in the cache's memory.")

	sourceFailing = desc("source_failing", "1 while the game log cannot be read.", "source")
	sourceAge     = desc("source_age_seconds", "Time since the game log was last read successfully.", "source")
	sourceAside   = desc("source_unreadable_lines_total", "Lines of the game log that could not be read or cannot be true.", "source")
	sourceReason  = desc("source_aside_lines_total", "The same lines by the reason for which they were set aside.", "source", "reason")

	storeBytes   = desc("store_bytes", "Size of the database file.")
	storeFailing = desc("store_failing", "1 while the store is damaged or cannot be reached.")
	backupAge    = desc("backup_age_seconds", "Time since the newest backup was made; absent where there is none.")
)

// Describe implements prometheus.Collector.
func (gauges) Describe(ch chan<- *prometheus.Desc) {
	for _, d := range descs {
		ch <- d
	}
}

// collector sends figures to where Prometheus wants them.
type collector chan<- prometheus.Metric

func (c collector) gauge(d *prometheus.Desc, v float64, labels ...string) {
	c <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v, labels...)
}

func (c collector) counter(d *prometheus.Desc, v float64, labels ...string) {
	c <- prometheus.MustNewConstMetric(d, prometheus.CounterValue, v, labels...)
}

func (c collector) flag(d *prometheus.Desc, on bool, labels ...string) {
	v := 0.0
	if on {
		v = 1
	}
	c.gauge(d, v, labels...)
}

// Collect implements prometheus.Collector.
func (g gauges) Collect(ch chan<- prometheus.Metric) {
	c := collector(ch)
	c.counter(panics, float64(bot.Panics()))
	if g.src.Networks != nil {
		for _, n := range g.src.Networks() {
			c.network(n)
		}
	}
	if g.src.Cache != nil {
		s := g.src.Cache()
		c.counter(cacheHits, float64(s.Hits))
		c.counter(cacheMiss, float64(s.Misses))
		c.gauge(cacheSize, float64(s.Entries))
	}
	if g.src.Games != nil {
		for _, s := range g.src.Games() {
			c.flag(sourceFailing, s.Failing, s.Name)
			c.counter(sourceAside, float64(s.Aside), s.Name)
			for reason, n := range s.Reasons {
				c.counter(sourceReason, float64(n), s.Name, reason)
			}
			if !s.Read.IsZero() {
				c.gauge(sourceAge, time.Since(s.Read).Seconds(), s.Name)
			}
		}
	}
	if g.src.Store != nil {
		s := g.src.Store()
		c.gauge(storeBytes, float64(s.Bytes))
		c.flag(storeFailing, s.Failing)
		if !s.Backup.IsZero() {
			c.gauge(backupAge, time.Since(s.Backup).Seconds())
		}
	}
}

func (c collector) network(n Network) {
	c.flag(connected, n.Connected, n.Name)
	c.gauge(joined, float64(len(n.Places)), n.Name)
	c.gauge(waiting, float64(len(n.Waiting)), n.Name)
	c.gauge(lag, n.Lag.Seconds(), n.Name)
	c.gauge(queued, float64(n.Queued), n.Name)
	c.counter(reconnects, float64(n.Reconnects), n.Name)
	c.counter(refused, float64(n.Counts.Refused), n.Name)
	c.counter(dropped, float64(n.Counts.Dropped), n.Name)
	c.counter(unsent, float64(n.Counts.Unsent), n.Name)
	c.counter(weakened, float64(n.Counts.Weakened), n.Name)
	c.gauge(limited, float64(len(n.Limited)), n.Name)
	c.counter(malformed, float64(n.Counts.Malformed), n.Name)
	c.counter(badSignatures, float64(n.Counts.BadSignatures), n.Name)
}
