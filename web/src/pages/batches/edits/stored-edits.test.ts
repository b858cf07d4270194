import { beforeEach, expect, it, vi } from 'vitest';
import { storageOver } from '../../../lib/storage-over.testing.ts';
import { storedEdits } from './stored-edits.ts';

const ofRow = (remarks: string) => ({ revision: 3, set: { remarks } });

const kept = new Map<string, string>();
const anotherTab = () => storedEdits('batch', 'ayesha');

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', storageOver(kept));
});

it('two tabs with the same batch each store their unsaved edits, and one that has saved its own keeps those of the other', () => {
  const [one, other] = [anotherTab(), anotherTab()];
  one.write({ a: ofRow('of one') });
  other.write({ b: ofRow('of the other') });
  expect(anotherTab().read()).toEqual({ a: ofRow('of one'), b: ofRow('of the other') });
  other.write({});
  expect(anotherTab().read()).toEqual({ a: ofRow('of one') });
});

it('a tab that is opened again takes over the stored edits of a batch, and removes them when they are saved', () => {
  anotherTab().write({ a: ofRow('before the reload') });
  const reloaded = anotherTab();
  expect(reloaded.read()).toEqual({ a: ofRow('before the reload') });
  reloaded.write({});
  expect(kept.size).toBe(0);
});
