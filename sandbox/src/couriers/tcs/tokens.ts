import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SandboxContext } from '../../core/sandbox-context.ts';

const signingKey = 'the simulated TCS gateway';
/** Observed life of a gateway token. */
const bearerDays = 1000;
const accessMinutes = 60;

type IssuedToken = {
  token: string;
  expiry: string;
};

type BearerClaims = {
  clientid: string;
  env: string;
  exp: number;
};

export function issueBearer(clientId: string, environment: string, at: Date, id: string): IssuedToken {
  const issued = Math.floor(at.getTime() / 1000);
  const exp = issued + bearerDays * 86_400;
  const claims = {
    clientid: clientId,
    services: '1,2,3,5,9,11',
    'excluded-services': '',
    env: environment,
    iss: 'tcs-gateway',
    jti: id,
    nbf: issued,
    exp,
    iat: issued,
  };
  const head = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded(claims)}`;
  return { token: `${head}.${signature(head).toString('base64url')}`, expiry: new Date(exp * 1000).toISOString() };
}

/** The claims of a valid token; undefined when it is not ours or has expired. */
export function bearerClaims(token: string, at: Date): BearerClaims | undefined {
  const [header = '', payload = '', signed = ''] = token.split('.');
  if (!equalBytes(signature(`${header}.${payload}`), Buffer.from(signed, 'base64url'))) return undefined;
  const claims: BearerClaims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return claims.exp * 1000 > at.getTime() ? claims : undefined;
}

type Revocation = {
  before: number;
};

/** Base64 with `+ / =` in it, like the real one: a signature, the issue time and the user. */
export function issueAccessToken(username: string, at: Date): IssuedToken {
  const head = Buffer.from(`${at.getTime()}~${username}`);
  const token = Buffer.concat([signature(head), Buffer.from([0xfb, 0xff]), head]).toString('base64');
  const expiry = new Date(at.getTime() + accessMinutes * 60_000).toISOString().replace('Z', '0705Z');
  return { token: token.endsWith('=') ? token : `${token}==`, expiry };
}

export function accessTokenUser(context: SandboxContext, token: string): string | undefined {
  const bytes = Buffer.from(token, 'base64');
  const head = bytes.subarray(34);
  if (head.length === 0 || !equalBytes(signature(head), bytes.subarray(0, 32))) return undefined;
  const [born = '', username] = head.toString().split('~');
  const revoked = revocations(context).get('all')?.before ?? 0;
  const alive = Number(born) > revoked && Number(born) + accessMinutes * 60_000 > context.now().getTime();
  return alive ? username : undefined;
}

/** Expires every access token issued so far. */
export function expireAccessTokens(context: SandboxContext): void {
  revocations(context).put('all', { before: context.now().getTime() });
}

const revocations = (context: SandboxContext) => context.state.collection<Revocation>('tcs-revoked-tokens');

const signature = (data: string | Buffer): Buffer => createHmac('sha256', signingKey).update(data).digest();

const equalBytes = (one: Buffer, other: Buffer): boolean => one.length === other.length && timingSafeEqual(one, other);

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
