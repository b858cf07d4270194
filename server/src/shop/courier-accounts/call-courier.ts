import { companyName, type Company } from '@courierdesk/contract/companies';
import type { Context } from '../../base/context.ts';
import { CourierError } from '../../adapters/couriers/courier-error.ts';
import type {
  Courier,
  CourierAccess,
  CourierCall,
  CourierHttp,
  CourierRequest,
  NumberMismatch,
} from '../../adapters/couriers/courier.ts';
import { recordCourierReply, recordCourierFailure } from './account-health.ts';
import { takeSlot, type Slot } from './courier-slots.ts';
import { accessOf, type AccountRow } from './load-account.ts';
import { AccountUnavailable } from './account-unavailable.ts';

const usualWaitMs = 10_000;

export type CourierWork<T> = (courier: Courier, access: CourierAccess, call: CourierCall) => Promise<T>;

export type CallOptions = {
  /** A slot that the caller took for this call. It is released in any case. */
  readonly slot?: Slot | undefined;
  /** How long to wait for a slot; by default 10 s. */
  readonly waitMs?: number | undefined;
  /** Cancels the whole call after this time, which is no failure of the courier. The adapter's own time-outs also apply. */
  readonly timeoutMs?: number | undefined;
  /** Cancels the call, or the wait for a slot, in the same way. */
  readonly signal?: AbortSignal | undefined;
};

/**
 * The one way to ask a courier for an account: within the account's limit of parallel calls, not while it is paused,
 * measured, and with the account's health recorded. Throws what the adapter throws, or `AccountUnavailable`.
 */
export async function callCourier<T>(
  context: Context,
  account: AccountRow,
  operation: string,
  work: CourierWork<T>,
  options: CallOptions = {},
): Promise<T> {
  const { company } = account;
  let { slot } = options;
  try {
    refuseWhilePaused(account, context.clock());
    slot ??= await takeSlot(context, account, { waitMs: options.waitMs ?? usualWaitMs, signal: options.signal });
    const sent = watched(context.courierHttp);
    const signal = signalOf(options);
    const call = {
      http: sent.http,
      now: context.clock,
      onMismatch: (mismatch: NumberMismatch) => reportMismatch(context, company, mismatch),
      onRefused: (error: CourierError) => (sent.refused = error),
      signal,
    };
    return await withHealth(context, account, { sent, signal }, () =>
      measured(context, { company, operation, signal }, () =>
        work(context.couriers[company], accessOf(context, account), call),
      ),
    );
  } finally {
    void slot?.release();
  }
}

const numbersInLog = 5;

function reportMismatch(context: Context, company: Company, { asked, answered }: NumberMismatch): void {
  context.metrics.mismatchedAnswers.inc({ company });
  context.log.warn(
    { company, asked: asked.slice(0, numbersInLog), answered: answered.slice(0, numbersInLog) },
    'the courier answered about another tracking number',
  );
}

function refuseWhilePaused(account: AccountRow, now: Date): void {
  const { paused_until: until } = account;
  if (!until || until <= now) return;
  const seconds = Math.ceil((until.getTime() - now.getTime()) / 1000);
  const wait = seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  throw new AccountUnavailable(
    'paused',
    `${companyName[account.company]} is not responding, so we make no calls to it for ${wait}.`,
    seconds,
  );
}

type Sent = {
  readonly http: CourierHttp;
  /** What the latest request carried of the credentials. Undefined before the first one. */
  latest: CourierRequest['credentials'] | undefined;
  /** The courier answered a request that carried at least some of them. */
  answered: boolean;
  /** The courier answered a request that carried all of them. */
  answeredAll: boolean;
  /** The courier refused credentials, and the work went on without them. */
  refused: CourierError | undefined;
};

/** Public addresses, such as a label or a tracking page, answer whatever the credentials are. */
function watched(http: CourierHttp): Sent {
  const sent: Sent = {
    latest: undefined,
    answered: false,
    answeredAll: false,
    refused: undefined,
    http: async (request) => {
      sent.latest = request.credentials;
      const response = await http(request);
      sent.answered ||= request.credentials !== false;
      sent.answeredAll ||= request.credentials === true;
      return response;
    },
  };
  return sent;
}

async function withHealth<T>(
  context: Context,
  account: AccountRow,
  { sent, signal }: { sent: Sent; signal: AbortSignal | undefined },
  ask: () => Promise<T>,
): Promise<T> {
  const unsaved = (error: unknown): void =>
    context.log.warn({ err: error }, 'could not save the health of a courier account');
  const askedAt = context.clock();
  try {
    const answer = await ask();
    // PostEx refuses a label that is not ready before it looks at the token, so nothing is no proof.
    const accepted = sent.answeredAll && answer !== undefined;
    if (sent.refused) await recordCourierFailure(context, account, sent.refused).catch(unsaved);
    else if (sent.answered) void recordCourierReply(context, account, { accepted, askedAt }).catch(unsaved);
    return answer;
  } catch (error) {
    // A call that we cancelled says nothing about the courier.
    if (!(error instanceof CourierError) || signal?.aborted) throw error;
    // The courier works. It may refuse a request before it looks at the credentials, as PostEx does.
    if (error.kind === 'rejected' && sent.answered)
      void recordCourierReply(context, account, { accepted: false, askedAt }).catch(unsaved);
    else if (error.kind !== 'rejected' && sent.latest !== false && !isFailedLabel(error))
      await recordCourierFailure(context, account, error).catch(unsaved);
    throw error;
  }
}

/** A courier that cannot draw a label now may book all the same. "Too many requests" is about all calls. */
const isFailedLabel = ({ kind, trace }: CourierError): boolean =>
  kind === 'unavailable' && trace?.operation === 'label' && trace.status !== 429;

/** Counts and times one piece of work at a courier. Work that fails after `signal` was stopped by us. */
export async function measured<T>(
  context: Pick<Context, 'metrics'>,
  { company, operation, signal }: { company: Company; operation: string; signal: AbortSignal | undefined },
  ask: () => Promise<T>,
): Promise<T> {
  const startedAt = performance.now();
  const observe = (outcome: string): void =>
    context.metrics.courierCalls.observe({ company, operation, outcome }, (performance.now() - startedAt) / 1000);
  try {
    const answer = await ask();
    observe('ok');
    return answer;
  } catch (error) {
    if (!(error instanceof CourierError)) observe('bug');
    else observe(signal?.aborted ? 'stopped' : error.kind);
    throw error;
  }
}

function signalOf({ timeoutMs, signal }: CallOptions): AbortSignal | undefined {
  const signals = [...(timeoutMs === undefined ? [] : [AbortSignal.timeout(timeoutMs)]), ...(signal ? [signal] : [])];
  return signals.length === 0 ? undefined : AbortSignal.any(signals);
}
