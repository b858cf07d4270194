import { hidden, maskEmail, maskPhone } from './masks.ts';
import { cutText } from '@courierdesk/contract/cut-text';

const maxText = 300;
const maxItems = 100;

/**
 * A value that is short enough to keep for years. Fields that are named like secrets are never kept. Phone numbers and
 * email addresses, which the words of a courier may repeat, are masked.
 */
export function bounded<Value>(value: Value): Value;
export function bounded(value: unknown): unknown {
  if (typeof value === 'string') return cutText(withoutPersonalData(value), maxText);
  if (Array.isArray(value)) return value.slice(0, maxItems).map((item) => bounded(item));
  if (value instanceof Date || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, isSecret.test(name) ? hidden : bounded(field)]),
  );
}

const withoutPersonalData = (text: string): string =>
  text.replaceAll(phones, (phone) => maskPhone(phone)).replaceAll(emails, (email) => maskEmail(email));

const phones = /(?<![\w+])(?:\+?92|0)[- ]?3\d{2}[- ]?\d{7}(?!\w)/g;
// An address has at most 64 characters before its @ and 255 after it (RFC 5321). The bounds keep the time linear.
const emails = /(?<![^\s@"'<>()])[^\s@"'<>()]{1,64}@[^\s@"'<>()]{1,255}/g;

const isSecret = /password|secret|token|api_?key|hash/i;
