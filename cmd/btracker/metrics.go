package main

import (
	"context"
	"log/slog"
	"runtime"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"btracker/internal/auth"
	"btracker/internal/backup"
	"btracker/internal/hub"
	"btracker/internal/jobs"
	"btracker/internal/photo"
	"btracker/internal/store"
)

var (
	hubConnections = prometheus.NewDesc("btracker_hub_connections", "Open live connections, by transport.", []string{"transport"}, nil)
	hubSent        = prometheus.NewDesc("btracker_hub_events_sent_total", "Events sent, one for each connection.", nil, nil)
	hubSlow        = prometheus.NewDesc("btracker_hub_slow_closed_total", "Live connections closed because they did not keep up.", nil, nil)
)

// hubMetrics shows what the hub knows of itself, which knows nothing of metrics.
type hubMetrics struct{ *hub.Hub }

func (m hubMetrics) Describe(descriptions chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{hubConnections, hubSent, hubSlow} {
		descriptions <- d
	}
}

func (m hubMetrics) Collect(metrics chan<- prometheus.Metric) {
	stats := m.Stats()
	for transport, n := range stats.Open {
		metrics <- prometheus.MustNewConstMetric(hubConnections, prometheus.GaugeValue, float64(n), transport)
	}
	metrics <- prometheus.MustNewConstMetric(hubSent, prometheus.CounterValue, float64(stats.Sent))
	metrics <- prometheus.MustNewConstMetric(hubSlow, prometheus.CounterValue, float64(stats.Slow))
}

// mailMetrics counts mails that nobody will get.
func mailMetrics(q *jobs.Queue) prometheus.Collector {
	return prometheus.NewCounterFunc(prometheus.CounterOpts{
		Name: "btracker_mails_dead_total", Help: "Mails given up: refused for good, or too late to be of use.",
	}, func() float64 { return float64(q.DeadMails()) })
}

// hashMetrics shows how busy signing in is.
func hashMetrics(h *auth.Hasher) []prometheus.Collector {
	return []prometheus.Collector{
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "btracker_password_hashes_waiting", Help: "Requests that wait for one of the few slots to hash a password.",
		}, func() float64 { return float64(h.Load().Waiting) }),
		prometheus.NewCounterFunc(prometheus.CounterOpts{
			Name: "btracker_password_hashes_total", Help: "Passwords that were hashed, to check or to set them.",
		}, func() float64 { return float64(h.Load().Hashed) }),
	}
}

// photoMetrics counts the work that uploads make: each one is a burst of memory.
func photoMetrics(d *photo.Decoder) prometheus.Collector {
	return prometheus.NewCounterFunc(prometheus.CounterOpts{
		Name: "btracker_photos_decoded_total", Help: "Uploaded photos that were decoded, damaged ones included.",
	}, func() float64 { return float64(d.Decodes()) })
}

var (
	buildInfo       = prometheus.NewDesc("btracker_build_info", "What runs: always 1.", []string{"version", "commit", "goversion"}, nil)
	mailsWaiting    = prometheus.NewDesc("btracker_mails_waiting", "Mails still to be sent, by whichever replica; 10,000 are counted at most.", nil, nil)
	mailsOldest     = prometheus.NewDesc("btracker_mails_oldest_waiting_seconds", "Age of the oldest mail still to be sent; 0 if none waits.", nil, nil)
	lastScan        = prometheus.NewDesc("btracker_last_scan_timestamp_seconds", "When this process last finished a scan of subscriptions; 0 if not yet.", nil, nil)
	lastBackup      = prometheus.NewDesc("btracker_last_backup_timestamp_seconds", "When btracker backup last copied this database; 0 if never, absent with PostgreSQL.", nil, nil)
	poolConnections = prometheus.NewDesc("btracker_database_connections", "Connections to the database, by what they do.", []string{"pool", "state"}, nil)
	poolMax         = prometheus.NewDesc("btracker_database_connections_max", "Connections to the database that there may be.", []string{"pool"}, nil)
	poolWaits       = prometheus.NewDesc("btracker_database_waits_total", "How often no connection was free at once.", []string{"pool"}, nil)
	poolWaitSeconds = prometheus.NewDesc("btracker_database_wait_seconds_total", "Time spent waiting for a connection.", []string{"pool"}, nil)
)

// queueTimeout bounds the one look into the database that a scrape takes.
const queueTimeout = 2 * time.Second

// programMetrics shows what an operator watches besides requests: the queue of mails,
// the scan, the connections, the backup.
type programMetrics struct {
	store *store.Store
	data  string
	queue *jobs.Queue
	log   *slog.Logger
}

func (m programMetrics) Describe(descriptions chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{buildInfo, mailsWaiting, mailsOldest, lastScan, lastBackup, poolConnections, poolMax, poolWaits, poolWaitSeconds} {
		descriptions <- d
	}
}

func (m programMetrics) Collect(metrics chan<- prometheus.Metric) {
	value := func(d *prometheus.Desc, kind prometheus.ValueType, v float64, labels ...string) {
		metrics <- prometheus.MustNewConstMetric(d, kind, v, labels...)
	}
	value(buildInfo, prometheus.GaugeValue, 1, version, commit, runtime.Version())
	value(lastScan, prometheus.GaugeValue, timestamp(m.queue.LastScan()))
	if m.store.Dialect() == "sqlite" {
		if at, err := backup.Last(m.data); err == nil {
			value(lastBackup, prometheus.GaugeValue, timestamp(at))
		}
	}
	for _, p := range m.store.Pools() {
		value(poolConnections, prometheus.GaugeValue, float64(p.InUse), p.Name, "in_use")
		value(poolConnections, prometheus.GaugeValue, float64(p.Idle), p.Name, "idle")
		value(poolMax, prometheus.GaugeValue, float64(p.Max), p.Name)
		value(poolWaits, prometheus.CounterValue, float64(p.Waits), p.Name)
		value(poolWaitSeconds, prometheus.CounterValue, p.WaitTime.Seconds(), p.Name)
	}
	ctx, cancel := context.WithTimeout(context.Background(), queueTimeout)
	defer cancel()
	waiting, err := m.queue.WaitingMails(ctx)
	if err != nil {
		// The rest is worth having all the more while the database is away.
		m.log.Debug("mails that wait could not be counted", "error", err)
		return
	}
	value(mailsWaiting, prometheus.GaugeValue, float64(waiting.Count))
	age := 0.0
	if waiting.Count > 0 {
		age = max(0, time.Since(waiting.Oldest).Seconds())
	}
	value(mailsOldest, prometheus.GaugeValue, age)
}

// timestamp is an instant as Prometheus writes it; 0 for the zero time.
func timestamp(at time.Time) float64 {
	if at.IsZero() {
		return 0
	}
	return float64(at.UnixMilli()) / 1000
}
