package store

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"btracker/internal/tracker"
)

const notificationSettingColumns = `
	n.remind_days,
	n.email,
	n.hour,
	n.time_zone,
	n.ends_soon,
	n.ended,
	n.renewed,
	n.canceled,
	n.mention,
	n.only_responsible`

// settingsRow receives notificationSettingColumns. All are NULL for who has set nothing.
type settingsRow struct {
	days, email, zone                                            *string
	hour                                                         *int
	endsSoon, ended, renewed, canceled, mention, onlyResponsible *bool
}

func (s *settingsRow) into() []any {
	return []any{&s.days, &s.email, &s.hour, &s.zone, &s.endsSoon, &s.ended, &s.renewed, &s.canceled, &s.mention, &s.onlyResponsible}
}

func (s *settingsRow) settings() (tracker.NotificationSettings, error) {
	if s.days == nil {
		return tracker.DefaultNotificationSettings(), nil
	}
	var days [][2]int64
	if err := json.Unmarshal([]byte(*s.days), &days); err != nil {
		return tracker.NotificationSettings{}, err
	}
	set := tracker.NotificationSettings{RemindDays: []int{}, Email: *s.email, Hour: *s.hour, TimeZone: *s.zone, OnlyResponsible: *s.onlyResponsible,
		Kinds: tracker.NotificationKinds{EndsSoon: *s.endsSoon, Ended: *s.ended, Renewed: *s.renewed, Canceled: *s.canceled, Mention: *s.mention}, Since: map[int]time.Time{}}
	for _, day := range days {
		set.RemindDays = append(set.RemindDays, int(day[0]))
		if day[1] > 0 {
			set.Since[int(day[0])] = instant(day[1])
		}
	}
	return set, nil
}

// NotificationSettings reads the settings of a user.
func (q Queries) NotificationSettings(ctx context.Context, userID string) (tracker.NotificationSettings, error) {
	set, err := one(ctx, q, func(r rows) (tracker.NotificationSettings, error) {
		var row settingsRow
		if err := r.Scan(row.into()...); err != nil {
			return tracker.NotificationSettings{}, err
		}
		return row.settings()
	}, `SELECT`+notificationSettingColumns+` FROM notification_setting n WHERE n.user_id = $1`, userID)
	if errors.Is(err, tracker.ErrNotFound) {
		return tracker.DefaultNotificationSettings(), nil
	}
	return set, err
}

// RemindDays lists the days on which people are reminded. A day that nobody chooses any more
// stays in the list.
func (q Queries) RemindDays(ctx context.Context) ([]int, error) {
	return many(ctx, q, scanOne[int], `SELECT day FROM remind_day ORDER BY day`)
}

// PutNotificationSettings stores the settings of a user.
func (tx *Tx) PutNotificationSettings(ctx context.Context, userID string, s tracker.NotificationSettings) error {
	days := make([][2]int64, len(s.RemindDays))
	for i, day := range s.RemindDays {
		if days[i][0] = int64(day); !s.Since[day].IsZero() {
			days[i][1] = millis(s.Since[day])
		}
	}
	list, err := json.Marshal(days)
	if err != nil {
		return err
	}
	if len(days) > 0 {
		_, err = tx.run(ctx, `
			INSERT INTO remind_day (day) SELECT CAST(d.value ->> 0 AS INTEGER) FROM `+tx.dialect.lists("$1")+` d WHERE TRUE
			ON CONFLICT (day) DO NOTHING`, string(list))
		if err != nil {
			return err
		}
	}
	_, err = tx.run(ctx, `
		INSERT INTO notification_setting (user_id, remind_days, email, hour, time_zone, ends_soon, ended, renewed, canceled, mention, only_responsible)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
		ON CONFLICT (user_id) DO UPDATE SET remind_days = excluded.remind_days, email = excluded.email, hour = excluded.hour, time_zone = excluded.time_zone,
			ends_soon = excluded.ends_soon, ended = excluded.ended, renewed = excluded.renewed, canceled = excluded.canceled, mention = excluded.mention,
			only_responsible = excluded.only_responsible`,
		userID, string(list), s.Email, s.Hour, s.TimeZone, s.Kinds.EndsSoon, s.Kinds.Ended, s.Kinds.Renewed, s.Kinds.Canceled, s.Kinds.Mention, s.OnlyResponsible)
	return err
}
