/** `18 s`, `3 min`, `now` until an instant. */
export function timeUntil(at: string, now: Date): string {
  const seconds = Math.ceil((Date.parse(at) - now.getTime()) / 1000);
  if (seconds <= 0) return 'now';
  return seconds < 90 ? `in ${seconds} s` : `in ${Math.round(seconds / 60)} min`;
}
