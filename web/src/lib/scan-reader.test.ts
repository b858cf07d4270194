import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { maxGapMs, scanReader } from './scan-reader.ts';

let scans: string[];
let shortcuts: string[];
let at: number;
/** What a field has, with the letters typed into it. */
let field: string;
/** Presses the letters, and Enter where it says so. */
let press: (keys: string, gapMs: number) => boolean;

const keysOf = (keys: string): string[] => keys.match(/Enter|\S/g) ?? [];

beforeEach(() => {
  vi.useFakeTimers();
  scans = [];
  shortcuts = [];
  at = 1000;
  field = 'Ayesha';
  const reader = scanReader((barcode) => scans.push(barcode));
  press = (keys, gapMs) =>
    keysOf(keys)
      .map((key) => {
        vi.advanceTimersByTime(gapMs);
        at += gapMs;
        const ends = reader.press(key, at, true, () => {
          const before = field;
          return () => (field = before);
        });
        if (key !== 'Enter') field += key;
        if (/^[a-z]$/.test(key)) reader.unlessScanned(() => shortcuts.push(key));
        return ends;
      })
      .some(Boolean);
});
afterEach(() => void vi.useRealTimers());

test('keys in short gaps and Enter are a barcode, and trigger no shortcut', () => {
  expect(press('kb75-1000 Enter', 8)).toBe(true);
  vi.advanceTimersByTime(1000);
  expect({ scans, shortcuts }).toEqual({ scans: ['KB75-1000'], shortcuts: [] });
});

test('a barcode counts by the times of its keys, however late a busy page reads them', () => {
  press('5447900', 8);
  vi.advanceTimersByTime(1000);
  expect(press('00000404 Enter', 8)).toBe(true);
  expect({ scans, field }).toEqual({ scans: ['544790000000404'], field: 'Ayesha' });
});

test('the same keys as fast as a person types are shortcuts', () => {
  expect(press('jjxkjb Enter', maxGapMs + 1)).toBe(false);
  expect({ scans, shortcuts }).toEqual({ scans: [], shortcuts: ['j', 'j', 'x', 'k', 'j', 'b'] });
});

test('a shortcut runs when no other key follows soon, or at once before a key of another kind', () => {
  press('j', 500);
  expect(shortcuts).toEqual([]);
  vi.advanceTimersByTime(maxGapMs);
  expect(shortcuts).toEqual(['j']);
  expect(press('x Enter', 5)).toBe(false);
  expect(shortcuts).toEqual(['j', 'x']);
});

test('fewer than six keys are no barcode, and neither is a number whose Enter comes late', () => {
  press('12345 Enter', 8);
  press('1234567', 8);
  press(' Enter', maxGapMs + 1);
  expect(scans).toEqual([]);
});

test('a barcode after a typed key does not contain that key', () => {
  press('j', 500);
  vi.advanceTimersByTime(200);
  at += 200;
  press('le750001 Enter', 8);
  expect({ scans, shortcuts }).toEqual({ scans: ['LE750001'], shortcuts: ['j'] });
});

test('the letters of a barcode are taken out of the field, and those typed before it stay', () => {
  press('kha', 500);
  vi.advanceTimersByTime(200);
  at += 200;
  press('le750001 Enter', maxGapMs - 1);
  expect({ scans, field }).toEqual({ scans: ['LE750001'], field: 'Ayeshakha' });
});

test('a word without a digit is no barcode, however fast it is typed', () => {
  expect(press('karachi Enter', 5)).toBe(false);
  expect({ scans, field }).toEqual({ scans: [], field: 'Ayeshakarachi' });
});
