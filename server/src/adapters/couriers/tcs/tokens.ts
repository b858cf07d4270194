import * as z from 'zod';
import type { CourierError } from '../courier-error.ts';
import type { CourierAccess, CourierCall, CourierRequest } from '../courier.ts';
import { exchange, failure, readJson, type Exchange } from '../exchange.ts';
import { refusal } from '../refusals.ts';
import { AccessReply, BearerReply, wordsOf, type Envelope } from './replies.ts';

/**
 * The gateway's bearer goes into a header of every call, the access token into the body or query. See
 * docs/contracts/tcs.md, "Tokens".
 */
export type TcsTokens = { readonly bearer: string; readonly access: string };

type Ask = (host: string, account: CourierAccess, call: CourierCall) => Promise<Kept>;

type TcsTokenCache = {
  /** Tokens that are good for now; of callers at the same time only one asks TCS. */
  tokens(host: string, account: CourierAccess, call: CourierCall): Promise<TcsTokens>;
  /** Forgets tokens that TCS refused, unless they were renewed in the meantime. */
  drop(host: string, account: CourierAccess, refused: TcsTokens): void;
};

type Kept = { readonly tokens: TcsTokens; readonly until: number };

const timeoutMs = 10_000;
const minute = 60_000;
const unknownLife = 20 * minute;
const maxAccounts = 10_000;

export function createTcsTokens(ask: Ask): TcsTokenCache {
  const kept = new Map<string, Kept>();
  const asking = new Map<string, Promise<TcsTokens>>();
  const keyOf = (host: string, account: CourierAccess) => `${host} ${account.cacheKey}`;

  return {
    async tokens(host, account, call) {
      const key = keyOf(host, account);
      const known = kept.get(key);
      if (known && known.until > call.now().getTime()) return known.tokens;
      const running = asking.get(key);
      if (running) return running;
      const asked = ask(host, account, { ...call, signal: undefined })
        .then((fresh) => {
          if (kept.size >= maxAccounts) kept.clear();
          kept.set(key, fresh);
          return fresh.tokens;
        })
        .finally(() => asking.delete(key));
      asking.set(key, asked);
      return asked;
    },

    drop(host, account, refused) {
      const key = keyOf(host, account);
      if (kept.get(key)?.tokens === refused) kept.delete(key);
    },
  };
}

/** All that tracking needs; the access token is left empty. */
export const askBearerAlone: Ask = async (host, account, call) => {
  const { token, until } = await askBearer(host, account, call);
  return { tokens: { bearer: token, access: '' }, until };
};

export const askBoth: Ask = async (host, account, call) => {
  const now = call.now().getTime();
  const bearer = await askBearer(host, account, call);
  const access = await askAccess(host, account, bearer.token, call);
  return {
    tokens: { bearer: bearer.token, access: access.token },
    until: Math.min(bearer.until, early(access.until, now)),
  };
};

async function askBearer(host: string, account: CourierAccess, call: CourierCall) {
  const given = account.fields['bearer_token']?.trim().replace(/^bearer\s+/i, '');
  if (given) return { token: given, until: Infinity };
  const json = { clientid: account.fields['client_id'] ?? '', clientsecret: account.fields['client_secret'] ?? '' };
  const request = {
    ...{ operation: 'verify', url: `${host}/auth/api/auth`, timeoutMs, changes: false },
    credentials: 'some',
  } as const;
  const asked = await exchange(call, { ...request, method: 'GET', query: json });
  const answer =
    asked.status === 404 || asked.status === 405 ? await exchange(call, { ...request, method: 'POST', json }) : asked;
  const reply = readJson(answer, BearerReply);
  const token = reply.result?.accessToken;
  if (!token) throw withoutToken(answer, reply);
  const now = call.now().getTime();
  return { token, until: early(expiryOf(reply.result?.expiry ?? '') ?? expiryWithin(token) ?? now + 60 * minute, now) };
}

async function askAccess(host: string, account: CourierAccess, bearer: string, call: CourierCall) {
  const request: CourierRequest = {
    operation: 'verify',
    method: 'GET',
    url: `${host}/ecom/api/authentication/token`,
    query: { username: account.fields['username'] ?? '', password: account.fields['api_password'] ?? '' },
    headers: { authorization: `Bearer ${bearer}` },
    timeoutMs,
    changes: false,
    credentials: true,
  };
  const answer = await exchange(call, request);
  const reply = readJson(answer, AccessReply);
  if (reply.accesstoken === '') throw withoutToken(answer, reply);
  return { token: reply.accesstoken, until: expiryOf(reply.expiry) ?? call.now().getTime() + unknownLife };
}

/** No token means that the credentials are refused, unless the answer says that TCS itself is in trouble. */
function withoutToken(answer: Exchange, reply: Envelope): CourierError {
  const words = wordsOf(reply);
  const isTrouble =
    [404, 405].includes(answer.status) ||
    /^0?5\d\d$/.test(reply.code) ||
    (words !== '' && refusal(answer, words).kind === 'unavailable');
  return failure(answer, isTrouble ? 'unavailable' : 'unauthorised', words);
}

/** `2027-06-08T09:01:25.0704875Z`: seven digits of a second, cut to the three that a date takes. */
function expiryOf(text: string): number | undefined {
  const at = Date.parse(text.replace(/(\.\d{3})\d+/, '$1'));
  return Number.isNaN(at) ? undefined : at;
}

function expiryWithin(jwt: string): number | undefined {
  try {
    const claims: unknown = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString('utf8'));
    const { exp } = z.object({ exp: z.number() }).parse(claims);
    return exp * 1000;
  } catch {
    return undefined;
  }
}

/** Two minutes before the end, or a fifth of a short life. */
function early(until: number, now: number): number {
  return until - Math.min(2 * minute, Math.max(0, until - now) / 5);
}
