import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import * as z from 'zod';
import type { Context } from '../context.ts';
import { newId } from '../db/ids.ts';
import type { AccountRow } from './load-account.ts';
import { NotAsked } from './not-asked.ts';

/**
 * The limit of parallel calls per courier account, held across processes: a call takes one of the account's rows in
 * `courier_slot` under a lease. In front of the rows each process keeps a fair queue whose head alone asks for one.
 */
export type Slot = {
  /** Gives the slot back; a second time does nothing. */
  release(): Promise<void>;
};

type SlotContext = Pick<Context, 'pool' | 'log'>;

/** Leases end by the database's clock, which all processes share; a living holder prolongs its own. */
const leaseSeconds = 30;
const prolongEveryMs = 10_000;
const pollMs = 50;

/** Waits its turn for at most `waitMs`, then throws `NotAsked` (an `unavailable` CourierError). */
export function takeSlot(
  context: SlotContext,
  account: Pick<AccountRow, 'shop_id' | 'id' | 'parallel_calls'>,
  options: { waitMs: number; signal?: AbortSignal | undefined },
): Promise<Slot> {
  const line = lineOf(context, account.shop_id, account.id);
  line.parallelCalls = account.parallel_calls;
  return new Promise((resolve, reject) => {
    const waiter: Waiter = {
      serve(slot) {
        leave();
        resolve(slot);
      },
    };
    const giveUp = (): void => {
      leave();
      reject(new NotAsked('busy', 'This courier account is busy with other calls. Please try again in a moment.', 5));
    };
    const leave = (): void => {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', giveUp);
      line.waiters.delete(waiter);
    };
    const timer = setTimeout(giveUp, options.waitMs);
    options.signal?.addEventListener('abort', giveUp, { once: true });
    if (options.signal?.aborted) return giveUp();
    line.waiters.add(waiter);
    void serveLine(context, line);
  });
}

type Waiter = { serve(slot: Slot): void };

type Line = {
  readonly shopId: string;
  readonly accountId: string;
  parallelCalls: number;
  /** How many rows are known to exist. */
  rows: number;
  /** In the order they came. */
  readonly waiters: Set<Waiter>;
  serving: boolean;
  /** Until then slots are left to other processes, by `performance.now()`. */
  restUntil: number;
  ring: (() => void) | undefined;
};

const lines = new WeakMap<pg.Pool, Map<string, Line>>();

function lineOf({ pool }: SlotContext, shopId: string, accountId: string): Line {
  const known = lines.get(pool) ?? new Map<string, Line>();
  lines.set(pool, known);
  const key = `${shopId}:${accountId}`;
  const line = known.get(key) ?? {
    shopId,
    accountId,
    parallelCalls: 1,
    rows: 0,
    waiters: new Set(),
    serving: false,
    restUntil: 0,
    ring: undefined,
  };
  known.set(key, line);
  return line;
}

async function serveLine(context: SlotContext, line: Line): Promise<void> {
  if (line.serving) return;
  line.serving = true;
  while (line.waiters.size > 0) {
    const restMs = line.restUntil - performance.now();
    if (restMs > 0) await pause(restMs);
    const slot = await takeRow(context, line).catch((error: unknown) => {
      context.log.warn({ err: error }, 'no courier slot could be taken');
      return undefined;
    });
    const [head] = line.waiters;
    if (slot && head) head.serve(slot);
    else if (slot) void slot.release();
    else await untilFree(line);
  }
  line.serving = false;
}

/** Until this process gives a slot back, or long enough that another one may have. */
async function untilFree(line: Line): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, pollMs);
    line.ring = () => {
      clearTimeout(timer);
      resolve();
    };
  });
  line.ring = undefined;
}

async function takeRow(context: SlotContext, line: Line): Promise<Slot | undefined> {
  const holder = newId();
  const limit = Math.max(1, Math.trunc(line.parallelCalls));
  const own = `shop_id = '${hex(line.shopId)}' and account_id = '${hex(line.accountId)}'`;
  const create =
    line.rows >= limit
      ? ''
      : `insert into courier_slot (shop_id, account_id, slot)
         select '${hex(line.shopId)}', '${hex(line.accountId)}', n from generate_series(1, ${limit}) as n
         on conflict do nothing;`;
  const rows = await inOneTrip(
    context,
    line.shopId,
    `${create} update courier_slot set holder = '${holder}', lease_until = now() + interval '${leaseSeconds} s'
     where ${own} and slot = (
       select slot from courier_slot where ${own} and slot <= ${limit} and (lease_until is null or lease_until < now())
       order by slot limit 1 for update skip locked
     ) returning slot`,
  );
  line.rows = limit;
  return rows.length > 0 ? heldSlot(context, line, holder, own) : undefined;
}

/**
 * A slot goes from call to call of this process for so long; then it lies free for a moment in which other processes,
 * which look every `pollMs`, can take it.
 */
const handOnMs = 3_000;
const restMs = 2 * pollMs;

function heldSlot(
  context: SlotContext,
  line: Line,
  holder: string,
  own: string,
  takenAt: number = performance.now(),
): Slot {
  const mine = `${own} and holder = '${holder}'`;
  const lost = (error: unknown): void => context.log.warn({ err: error }, 'a courier slot waits for its lease to end');
  const prolonging = setInterval(() => {
    const lease = `update courier_slot set lease_until = now() + interval '${leaseSeconds} s' where ${mine}`;
    inOneTrip(context, line.shopId, lease).catch(lost);
  }, prolongEveryMs);
  prolonging.unref();
  const handOn = (): Promise<void> | undefined => {
    const [next] = line.waiters;
    if (!next) return undefined;
    if (performance.now() - takenAt > handOnMs) {
      line.restUntil = performance.now() + restMs;
      return undefined;
    }
    next.serve(heldSlot(context, line, holder, own, takenAt));
    return Promise.resolve();
  };
  let released: Promise<void> | undefined;
  return {
    release() {
      clearInterval(prolonging);
      released ??=
        handOn() ??
        inOneTrip(context, line.shopId, `update courier_slot set holder = null, lease_until = null where ${mine}`)
          .then(() => line.ring?.())
          .catch(lost);
      return released;
    },
  };
}

/**
 * Statements sent as one text run in one transaction and one round trip, with the shop set for it alone; every call
 * to a courier pays for two of these. Such a text has no parameters: only our own hexadecimal ids and numbers go in.
 */
async function inOneTrip({ pool }: SlotContext, shopId: string, statements: string): Promise<unknown[]> {
  const results = Results.parse(await pool.query(`${settings(shopId)}; ${statements}`));
  return results.at(-1)?.rows ?? [];
}

/** A lease need not wait for the disk: a crash of the database ends it, and the call it stood for is long over. */
const settings = (shopId: string): string =>
  `set local app.shop_id = '${hex(shopId)}'; set local synchronous_commit = off`;

const Results = z.array(z.object({ rows: z.array(z.unknown()) }));

function hex(id: string): string {
  if (!/^[0-9a-f]{24}$/.test(id)) throw new Error('not an id');
  return id;
}
