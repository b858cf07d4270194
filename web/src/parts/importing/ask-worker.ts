import { CsvProblem } from './csv-problem.ts';
import type { Answer, Question, WorkerRequest, WorkerResponse } from './csv-worker.ts';

type Waiting = { readonly resolve: (response: WorkerResponse) => void; readonly reject: (problem: CsvProblem) => void };

/** A function that asks a worker. Throws `CsvProblem`. */
export function askWorker(
  worker: Pick<Worker, 'addEventListener' | 'postMessage'>,
): (request: WorkerRequest) => Promise<WorkerResponse> {
  const waiting = new Map<number, Waiting>();
  let asked = 0;
  worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
    const { id, response } = data;
    const question = waiting.get(id);
    waiting.delete(id);
    if (response.kind === 'problem') question?.reject(new CsvProblem(response.msg, response.detail));
    else question?.resolve(response);
  });
  worker.addEventListener('error', () => {
    for (const { reject } of waiting.values()) reject(unexpectedProblem());
    waiting.clear();
  });
  return (request) =>
    new Promise((resolve, reject) => {
      asked += 1;
      waiting.set(asked, { resolve, reject });
      const question: Question = { id: asked, request };
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
      worker.postMessage(question);
    });
}

export const unexpectedProblem = (): CsvProblem =>
  new CsvProblem('An unexpected error occurred while processing the file', 'Choose the file again.');
