import { useQueryClient } from '@tanstack/react-query';
import { AlarmClock, CalendarDays } from 'lucide-react';
import { api } from '@/api/client';
import { invalidate } from '@/api/invalidate';
import { formatDay } from '@/shared/format/date';
import { useActionWithToast } from '@/shared/forms/useAction';
import { notify } from '@/shared/toast';
import { Menu } from '@/shared/ui/overlays/Menu';
import { messages } from './messages';
import type { Notification } from './queries';

/** What comes back does so in the morning of the user's own day. */
const morning = 8;

/** The day that is so many months and days away, in the user's time zone, as 2026-11-17. */
export function dayAfter(now: Date, { months = 0, days = 0 }: { months?: number; days?: number }): string {
  const last = new Date(now.getFullYear(), now.getMonth() + months + 1, 0).getDate();
  const day = new Date(now.getFullYear(), now.getMonth() + months, Math.min(now.getDate(), last) + days);
  const [month, date] = [day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${day.getFullYear()}-${month}-${date}`;
}

/** Tomorrow, the next Monday and the same day of the next month. */
export function usualDays(now = new Date()): { label: string; day: string }[] {
  return [
    { label: messages.tomorrow, day: dayAfter(now, { days: 1 }) },
    { label: messages.nextWeek, day: dayAfter(now, { days: 7 - ((now.getDay() + 6) % 7) }) },
    { label: messages.inAMonth, day: dayAfter(now, { months: 1 }) },
  ];
}

/** Hides a notification until the morning of a day. */
export async function snooze(notificationId: string, day: string): Promise<void> {
  const until = new Date(`${day}T00:00`);
  until.setHours(morning);
  await api.put('/notification/snooze', { body: { notificationId, until: until.toISOString() } });
  notify.success(messages.snoozedUntil(formatDay(day)));
}

interface SnoozeMenuProps {
  notification: Notification;
  onOtherDay: (notification: Notification) => void;
}

export function SnoozeMenu({ notification, onOtherDay }: SnoozeMenuProps) {
  const client = useQueryClient();
  const { run } = useActionWithToast(async (day: string) => {
    await snooze(notification.id, day);
    await invalidate(client, 'notification', notification.id);
  });
  return (
    <Menu
      button={{ label: messages.snooze, icon: <AlarmClock /> }}
      items={[
        ...usualDays().map(({ label, day }) => ({
          label: messages.snoozeUntil(label, formatDay(day)),
          icon: <AlarmClock aria-hidden />,
          onSelect: () => void run(day),
        })),
        {
          label: messages.otherDay,
          icon: <CalendarDays aria-hidden />,
          onSelect: () => onOtherDay(notification),
        },
      ]}
    />
  );
}
