import { expect, it } from 'vitest';
import { batchSteps, type StepName } from './batch-steps.ts';

/** Steps whose requests are answered by hand. */
function stepsByHand({ flush = () => Promise.resolve() }: { flush?: () => Promise<void> } = {}) {
  const sent: string[] = [];
  const failures: unknown[] = [];
  const answers = new Map<string, { resolve: () => void; reject: (error: Error) => void }>();
  let underWay: StepName[] = [];
  const steps = batchSteps({
    flush,
    onChange: (names) => (underWay = [...names]),
    onFailure: (error) => failures.push(error),
  });
  return {
    sent,
    failures,
    underWay: () => underWay,
    ask: (name: StepName, rows?: string[]): void => {
      const asked = [name, ...(rows ?? [])].join(' ');
      const work = (): Promise<void> => {
        sent.push(asked);
        return new Promise((resolve, reject) => answers.set(asked, { resolve, reject }));
      };
      void steps.run({ name, rows, work });
    },
    answer: (asked: string, error?: Error): void =>
      error ? answers.get(asked)?.reject(error) : answers.get(asked)?.resolve(),
  };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('actions on a batch are sent one after another, however fast a person clicks', async () => {
  const { ask, answer, sent, underWay } = stepsByHand();
  ask('retry', ['a']);
  ask('retry', ['b']);
  ask('confirm', ['c']);
  await settled();
  expect(sent).toEqual(['retry a']);
  expect(underWay()).toEqual(['retry', 'confirm']);
  answer('retry a');
  await settled();
  answer('retry b');
  await settled();
  answer('confirm c');
  await settled();
  expect(sent).toEqual(['retry a', 'retry b', 'confirm c']);
  expect(underWay()).toEqual([]);
});

it('actions on a batch are not sent twice while the first answer is awaited', async () => {
  const { ask, answer, sent } = stepsByHand();
  ask('book');
  ask('book');
  await settled();
  answer('book');
  await settled();
  expect(sent).toEqual(['book']);
  ask('book');
  await settled();
  expect(sent).toEqual(['book', 'book']);
});

it('actions on a batch continue after one failed, and its reason is shown', async () => {
  const { ask, answer, sent, failures } = stepsByHand();
  const error = new Error('No connection');
  ask('retry', ['a']);
  ask('retry', ['b']);
  await settled();
  answer('retry a', error);
  await settled();
  expect(failures).toEqual([error]);
  expect(sent).toEqual(['retry a', 'retry b']);
});

it('actions on a batch stop at once, without those that were not sent yet', async () => {
  const { ask, answer, sent, underWay } = stepsByHand();
  ask('retry', ['a']);
  ask('retry', ['b']);
  await settled();
  ask('stop');
  expect(sent).toEqual(['retry a', 'stop']);
  answer('retry a');
  answer('stop');
  await settled();
  expect(sent).toEqual(['retry a', 'stop']);
  expect(underWay()).toEqual([]);
});

it('actions on a batch are not sent after a stop that came while edits were saved', async () => {
  let saved = (): void => undefined;
  const { ask, sent } = stepsByHand({ flush: () => new Promise((resolve) => (saved = resolve)) });
  ask('retry', ['a']);
  await settled();
  ask('stop');
  saved();
  await settled();
  expect(sent).toEqual(['stop']);
});
