import type { Socket } from 'node:net';
import pg from 'pg';

/**
 * Ends the text of a statement that is kept prepared, or of one that begins a transaction whose statements are: parsed
 * and planned once per connection, which is most of what a small statement under row-level security costs. For those
 * that find their rows by key: a plan made once does not know how often a filter's value occurs, nor that a parameter
 * fits a partial index.
 */
export const keepPrepared = ' -- keep prepared';

/** More texts than we have; what comes after them is planned anew each time. */
const maxTexts = 500;
const numbers = new Map<string, number>();

export class PreparingClient extends pg.Client {
  #preparing = false;
  #generation = 0;
  /** Set while what is asked for within one turn of the event loop is gathered, so that it leaves in one write. */
  #gathering = false;

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const send = this.query.bind(this) as (...args: unknown[]) => Promise<unknown> | undefined;
    const query = (text: unknown, values: unknown, ...rest: unknown[]): unknown => {
      this.#gather();
      if (typeof text !== 'string') return send(text, values, ...rest);
      const isMarked = text.endsWith(keepPrepared);
      if (text.startsWith('begin')) this.#preparing = isMarked;
      if (text === 'commit' || text === 'rollback') this.#preparing = false;
      if (!(this.#preparing || isMarked) || !Array.isArray(values) || values.length === 0)
        return send(text, values, ...rest);
      const number = numberOf(text);
      if (number === undefined) return send(text, values, ...rest);
      const sent = send({ name: `${number}.${this.#generation}`, text, values }, ...rest);
      sent?.catch((error: unknown) => this.#forgetPlansAfter(error));
      return sent;
    };
    this.query = query as typeof this.query;
  }

  #gather(): void {
    if (this.#gathering) return;
    this.#gathering = true;
    const { stream } = (this as unknown as { connection: { stream: Socket } }).connection;
    stream.cork();
    process.nextTick(() => {
      this.#gathering = false;
      stream.uncork();
    });
  }

  /** A migration gave a table other columns: the plans of this connection no longer fit. */
  #forgetPlansAfter(error: unknown): void {
    if (isOutdatedPlan(error)) this.#generation += 1;
  }
}

/** "cached plan must not change result type": the transaction is over, another try works. */
export const isOutdatedPlan = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '0A000' && error.message.includes('cached plan');

function numberOf(text: string): number | undefined {
  const known = numbers.get(text);
  if (known !== undefined || numbers.size >= maxTexts) return known;
  numbers.set(text, numbers.size);
  return numbers.size - 1;
}
