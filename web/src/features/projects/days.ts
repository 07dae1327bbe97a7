/** Days of a form and instants of the server. A period runs from the first second of its first day to the last of its last, in UTC. */
export function startOfDay(day: string): string {
  return `${day}T00:00:00Z`;
}

export function endOfDay(day: string): string {
  return `${day}T23:59:59Z`;
}

/** 2026-11-14 */
export function dayOf(instant: string | Date): string {
  return new Date(instant).toISOString().slice(0, 10);
}

/** The calendar day of the person who looks at the screen, which may be another one than that of UTC. */
export function localDayOf(instant: Date): string {
  const part = (number: number) => String(number).padStart(2, '0');
  return `${instant.getFullYear()}-${part(instant.getMonth() + 1)}-${part(instant.getDate())}`;
}
