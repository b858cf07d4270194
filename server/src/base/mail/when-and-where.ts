import { formatFull } from '@courierdesk/contract/dates';
import { deviceOf } from '../http/device-of.ts';

/** `When: March 5, 2024 at 03:04 PM. Device: Chrome on Windows.`: shows a person if a change was theirs. */
export const whenAndWhere = (at: Date, timeZone: string, userAgent: string): string =>
  `When: ${formatFull(at, timeZone)}. Device: ${deviceOf(userAgent)}.`;
