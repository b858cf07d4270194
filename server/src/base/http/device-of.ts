import Bowser from 'bowser';

/** What signed in, as far as it says itself: `Chrome on Windows`. Programs name themselves: `curl/8.5.0`. */
export function deviceOf(userAgent: string): string {
  if (userAgent === '') return 'Unknown device';
  const { browser, os } = Bowser.parse(userAgent);
  if (!browser.name || !os.name) return userAgent.split(' ')[0] ?? userAgent;
  return `${browser.name} on ${os.name}`;
}
