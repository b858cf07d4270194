import { expect, it } from 'vitest';
import { askWorker } from './ask-worker.ts';
import type { Answer, Question, WorkerRequest } from './csv-worker.ts';

const packing = (column: number): WorkerRequest => ({
  ...{ ask: 'pack-file', kind: 'payment-status' },
  columns: { tracking_number: column },
});

/** A worker that answers two questions only when it has both, the second one first. */
function workerThatTurnsAround(): { ask: ReturnType<typeof askWorker>; close: () => void } {
  const { port1, port2 } = new MessageChannel();
  const questions: Question[] = [];
  port2.addEventListener('message', ({ data }: MessageEvent<Question>) => {
    questions.unshift(data);
    if (questions.length < 2) return;
    for (const { id, request } of questions.splice(0)) {
      const answer: Answer =
        request.ask === 'pack-file'
          ? { id, response: { kind: 'packed', bytes: new Uint8Array(), of: request } }
          : { id, response: { kind: 'problem', msg: 'It is not a text file.', detail: '' } };
      port2.postMessage(answer);
    }
  });
  port1.start();
  port2.start();
  return { ask: askWorker(port1), close: () => port1.close() };
}

it('two questions to the CSV worker at once each get their own answer, in any order', async () => {
  const { ask, close } = workerThatTurnsAround();
  const answers = await Promise.all([ask(packing(3)), ask(packing(4))]);
  expect(answers).toMatchObject([
    { of: { columns: { tracking_number: 3 } } },
    { of: { columns: { tracking_number: 4 } } },
  ]);
  close();
});

it('a problem with one question to the CSV worker is not the answer to the other', async () => {
  const { ask, close } = workerThatTurnsAround();
  const results = await Promise.allSettled([ask(packing(3)), ask({ ask: 'recognise', kind: 'fulfilment' })]);
  expect(results).toMatchObject([
    { status: 'fulfilled', value: { of: { columns: { tracking_number: 3 } } } },
    { status: 'rejected', reason: { message: 'It is not a text file.' } },
  ]);
  close();
});
