package main

import (
	"context"
	"log/slog"
	"runtime"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"btracker/internal/auth"
	"btracker/internal/backup"
	"btracker/internal/certificate"
	"btracker/internal/hub"
	"btracker/internal/jobs"
	"btracker/internal/photo"
	"btracker/internal/store"
)

// metric is one figure that is read when it is scraped.
type metric struct {
	*prometheus.Desc
	kind prometheus.ValueType
}

func gauge(name, help string, labels ...string) metric {
	return metric{prometheus.NewDesc(name, help, labels, nil), prometheus.GaugeValue}
}

func counter(name, help string, labels ...string) metric {
	return metric{prometheus.NewDesc(name, help, labels, nil), prometheus.CounterValue}
}

var (
	buildInfo       = gauge("btracker_build_info", "What runs: always 1.", "version", "commit", "goversion")
	hubConnections  = gauge("btracker_hub_connections", "Open live connections, by transport.", "transport")
	hubSent         = counter("btracker_hub_events_sent_total", "Events sent, one for each connection.")
	hubSlow         = counter("btracker_hub_slow_closed_total", "Live connections closed because they did not keep up.")
	mailsDead       = counter("btracker_mails_dead_total", "Mails given up: refused for good, or too late to be of use.")
	mailsWaiting    = gauge("btracker_mails_waiting", "Mails still to be sent, by whichever replica; 10,000 are counted at most.")
	mailsOldest     = gauge("btracker_mails_oldest_waiting_seconds", "Age of the oldest mail still to be sent; 0 if none waits.")
	hashesWaiting   = gauge("btracker_password_hashes_waiting", "Requests that wait for one of the few slots to hash a password.")
	hashesDone      = counter("btracker_password_hashes_total", "Passwords that were hashed, to check or to set them.")
	photosDecoded   = counter("btracker_photos_decoded_total", "Uploaded photos that were decoded, damaged ones included.")
	documentBytes   = gauge("btracker_document_bytes", "Bytes of all documents, uploads under way included.")
	documentFiles   = gauge("btracker_document_files", "Different files of documents.")
	lastScan        = gauge("btracker_last_scan_timestamp_seconds", "When this process last finished a scan of subscriptions; 0 if not yet.")
	lastSeal        = gauge("btracker_last_seal_timestamp_seconds", "When this process last had all changes sealed; 0 if not yet.")
	lastBackup      = gauge("btracker_last_backup_timestamp_seconds", "When btracker backup last copied this database; 0 if never, absent with PostgreSQL.")
	certificateEnd  = gauge("btracker_certificate_end_timestamp_seconds", "When the certificate that new connections get ends; absent if TLS ends elsewhere.", "names")
	poolConnections = gauge("btracker_database_connections", "Connections to the database, by what they do.", "pool", "state")
	poolMax         = gauge("btracker_database_connections_max", "Connections to the database that there may be.", "pool")
	poolWaits       = counter("btracker_database_waits_total", "How often no connection was free at once.", "pool")
	poolWaitSeconds = counter("btracker_database_wait_seconds_total", "Time spent waiting for a connection.", "pool")
)

// queueTimeout bounds the one look into the database that a scrape takes.
const queueTimeout = 2 * time.Second

// programMetrics holds every metric but those of Go, of the process and of requests.
type programMetrics struct {
	store        *store.Store
	data         string
	queue        *jobs.Queue
	hub          *hub.Hub
	hasher       *auth.Hasher
	photos       *photo.Decoder
	certificates certificate.Source // nil if TLS ends elsewhere
	log          *slog.Logger
}

// Describe sends nothing, which Prometheus calls an unchecked collector: some metrics are absent at times.
func (m programMetrics) Describe(chan<- *prometheus.Desc) {}

func (m programMetrics) Collect(metrics chan<- prometheus.Metric) {
	send := func(of metric, value float64, labels ...string) {
		metrics <- prometheus.MustNewConstMetric(of.Desc, of.kind, value, labels...)
	}
	send(buildInfo, 1, version, commit, runtime.Version())
	live := m.hub.Stats()
	for transport, n := range live.Open {
		send(hubConnections, float64(n), transport)
	}
	send(hubSent, float64(live.Sent))
	send(hubSlow, float64(live.Slow))
	hashes := m.hasher.Load()
	send(hashesWaiting, float64(hashes.Waiting))
	send(hashesDone, float64(hashes.Hashed))
	send(photosDecoded, float64(m.photos.Decodes()))
	send(lastScan, timestamp(m.queue.LastScan()))
	send(lastSeal, timestamp(m.queue.LastSeal()))
	if m.store.Dialect() == "sqlite" {
		if at, err := backup.Last(m.data); err == nil {
			send(lastBackup, timestamp(at))
		}
	}
	if m.certificates != nil {
		for _, leaf := range m.certificates.Current() {
			send(certificateEnd, timestamp(leaf.NotAfter), strings.Join(certificate.Names(leaf), ","))
		}
	}
	for _, p := range m.store.Pools() {
		send(poolConnections, float64(p.InUse), p.Name, "in_use")
		send(poolConnections, float64(p.Idle), p.Name, "idle")
		send(poolMax, float64(p.Max), p.Name)
		send(poolWaits, float64(p.Waits), p.Name)
		send(poolWaitSeconds, p.WaitTime.Seconds(), p.Name)
	}
	send(mailsDead, float64(m.queue.DeadMails()))
	ctx, cancel := context.WithTimeout(context.Background(), queueTimeout)
	defer cancel()
	if bytes, files, err := m.store.ContentSize(ctx); err == nil {
		send(documentBytes, float64(bytes))
		send(documentFiles, float64(files))
	}
	waiting, err := m.queue.WaitingMails(ctx)
	if err != nil {
		// The other metrics matter all the more while the database is away.
		m.log.Debug("mails that wait could not be counted", "error", err)
		return
	}
	send(mailsWaiting, float64(waiting.Count))
	age := 0.0
	if waiting.Count > 0 {
		age = max(0, time.Since(waiting.Oldest).Seconds())
	}
	send(mailsOldest, age)
}

// timestamp is an instant as Prometheus writes it; 0 for the zero time.
func timestamp(at time.Time) float64 {
	if at.IsZero() {
		return 0
	}
	return float64(at.UnixMilli()) / 1000
}
