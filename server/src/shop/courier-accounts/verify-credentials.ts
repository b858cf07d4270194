import { createHash } from 'node:crypto';
import { companyName, type Company } from '@courierdesk/contract/companies';
import { courierFields } from '@courierdesk/contract/courier-forms';
import type { Context } from '../../base/context.ts';
import { CourierError } from '../../adapters/couriers/courier-error.ts';
import type { CourierVerification } from '../../adapters/couriers/courier.ts';
import { AppError } from '../../base/errors.ts';
import { measured } from './call-courier.ts';
import { takeSlot } from './courier-slots.ts';
import type { AccountRow } from './load-account.ts';
import { AccountUnavailable } from './account-unavailable.ts';

const timeoutMs = 25_000;
const waitMs = 10_000;

type Candidate = {
  readonly shopId: string;
  readonly company: Company;
  /** Settings and credentials as they would be saved. */
  readonly values: Readonly<Record<string, string>>;
  /** The account they would replace: its limit of parallel calls holds for the check too. */
  readonly stored?: AccountRow | undefined;
};

/** Checks credentials with the courier before they are saved. Throws errors for the form's fields. */
export async function verifyCredentials(context: Context, candidate: Candidate): Promise<CourierVerification> {
  const { company, values, shopId } = candidate;
  const access = { cacheKey: `${shopId}:candidate:${fingerprint(company, values)}`, fields: values };
  try {
    return await oneAtATime(context, candidate, () => {
      const signal = AbortSignal.timeout(timeoutMs);
      return measured(context, { company, operation: 'verify', signal }, () =>
        context.couriers[company].verify(access, { http: context.courierHttp, now: context.clock, signal }),
      );
    });
  } catch (error) {
    if (error instanceof CourierError) throw refusalOf(candidate, error);
    throw error;
  }
}

/** A new account has no slots yet, so the checks of a shop run one after the other. */
async function oneAtATime<T>(context: Context, { shopId, stored }: Candidate, ask: () => Promise<T>): Promise<T> {
  if (stored) {
    const slot = await takeSlot(context, stored, { waitMs });
    return ask().finally(() => void slot.release());
  }
  const queue = context.memory.of(checksOfShops);
  const before = queue.get(shopId);
  const turn = (async () => {
    await before?.catch(() => undefined);
    return ask();
  })();
  queue.set(shopId, turn);
  try {
    return await turn;
  } finally {
    if (queue.get(shopId) === turn) queue.delete(shopId);
  }
}

/** The last check of each shop that is running. */
const checksOfShops = () => new Map<string, Promise<unknown>>();

function refusalOf(candidate: Candidate, error: CourierError): AppError {
  const { company } = candidate;
  const name = companyName[company];
  const words = error.courierWords;
  const said = words ? ` ${name} says: ${words}` : '';
  const rest = { detail: { courier_words: words }, cause: error };
  if (error instanceof AccountUnavailable)
    return new AppError('account-busy', error.message, { detail: { retry_after: error.retryAfter }, cause: error });
  switch (error.kind) {
    case 'unauthorised':
      return new AppError('courier-unauthorised', `${name} refused these credentials.${said}`, {
        ...rest,
        field: credentialField(candidate),
      });
    case 'rejected':
      return new AppError('courier-rejected', `${name} did not accept this account.${said}`, rest);
    case 'unavailable':
    case 'uncertain':
      return new AppError(
        'courier-unavailable',
        `${name} did not respond, so we could not check these credentials. ${error.message}${said} Try again, or save the account without checking.`,
        rest,
      );
  }
}

/** The field that shows the refusal: the first secret that was given and that the form lets the person change. */
function credentialField({ company, values, stored }: Candidate): string {
  const secrets = courierFields[company].filter((field) => field.secret && (field.editable || !stored));
  return (secrets.find((field) => values[field.name]) ?? secrets[0])?.name ?? 'company';
}

/** The same credentials share a cached token. */
const fingerprint = (company: Company, values: Readonly<Record<string, string>>): string =>
  createHash('sha256')
    .update(JSON.stringify([company, values]))
    .digest('base64url');
