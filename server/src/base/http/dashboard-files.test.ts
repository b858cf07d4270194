import { expect, it } from 'vitest';
import { asksForFile } from './dashboard-files.ts';

it.each(['/.env', '/.git/config', '/wp-login.php', '/dashboard/.htaccess', '/backup.zip?x=1'])(
  'an address of a file that is not there, such as %s, is not answered with the dashboard',
  (url) => expect(asksForFile(url)).toBe(true),
);

it.each(['/', '/login?to=a.b', '/dashboard/orders', '/dashboard/users/0123456789abcdef01234567', '/track/LE.75'])(
  'the page %s is answered with the dashboard',
  (url) => expect(asksForFile(url)).toBe(false),
);
