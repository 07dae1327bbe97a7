package main

import (
	"github.com/prometheus/client_golang/prometheus"

	"btracker/internal/hub"
	"btracker/internal/jobs"
	"btracker/internal/photo"
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

// photoMetrics counts the work that uploads make: each one is a burst of memory.
func photoMetrics(d *photo.Decoder) prometheus.Collector {
	return prometheus.NewCounterFunc(prometheus.CounterOpts{
		Name: "btracker_photos_decoded_total", Help: "Uploaded photos that were decoded, damaged ones included.",
	}, func() float64 { return float64(d.Decodes()) })
}
