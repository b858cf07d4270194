import type { Context } from '../context.ts';

/** Runs `work` and extends its lease until it ends. Otherwise a worker takes the same work again after the lease. */
export async function extendLeaseDuring<Result>(
  { log }: Pick<Context, 'log'>,
  lease: {
    /** What is leased, for the log. */
    readonly of: string;
    readonly everyMs: number;
    extend(): Promise<unknown>;
  },
  work: () => Promise<Result>,
): Promise<Result> {
  const extending = setInterval(() => {
    lease.extend().catch((error: unknown) => log.warn({ err: error }, `could not extend the lease of ${lease.of}`));
  }, lease.everyMs);
  try {
    return await work();
  } finally {
    clearInterval(extending);
  }
}
