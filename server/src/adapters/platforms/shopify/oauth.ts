import { z } from 'zod';
import { PlatformError } from '../platform.ts';
import type { Authorize, PlatformGrant, PlatformPerson } from '../sign-in.ts';
import { jsonOf, postJson, retryAfterMs, type HttpAnswer } from './http.ts';
import { closedStoreError, wordsOf } from './classify-answer.ts';
import { shopifyScopes } from './scopes.ts';
import type { ShopifySettings } from './settings.ts';

export function authorizeUrl(settings: ShopifySettings, input: Authorize): string {
  const query = new URLSearchParams({
    client_id: settings.clientId,
    scope: shopifyScopes.join(','),
    redirect_uri: input.redirectUri,
    state: input.state,
  });
  if (input.perUser) query.append('grant_options[]', 'per-user');
  return `${settings.baseUrl(input.domain)}/admin/oauth/authorize?${query.toString()}`;
}

export async function exchangeInstallCode(
  settings: ShopifySettings,
  domain: string,
  code: string,
): Promise<PlatformGrant> {
  const answer = await askForToken(settings, domain, { code, expiring: '1' });
  return offlineGrant(settings, readToken(answer, OfflineToken));
}

/**
 * Both tokens are replaced. A lost answer does no harm: the old refresh token stays usable until the new one is used,
 * so it is asked again.
 */
export async function refreshGrant(
  settings: ShopifySettings,
  domain: string,
  refreshToken: string,
): Promise<PlatformGrant> {
  const grant = { grant_type: 'refresh_token', refresh_token: refreshToken };
  let answer = await askForToken(settings, domain, grant);
  for (const ms of settings.repeatAfterMs) {
    if (answer.kind === 'answered' && answer.status < 500) break;
    await settings.sleep(ms);
    answer = await askForToken(settings, domain, grant);
  }
  return offlineGrant(settings, readToken(answer, RenewedToken, 'unavailable'));
}

export async function exchangePersonCode(
  settings: ShopifySettings,
  domain: string,
  code: string,
): Promise<PlatformPerson> {
  const token = readToken(await askForToken(settings, domain, { code }), OnlineToken);
  const user = token.associated_user;
  return {
    accessToken: token.access_token,
    userId: String(user.id),
    firstName: user.first_name ?? '',
    lastName: user.last_name ?? '',
    email: user.email ?? '',
    emailVerified: user.email_verified ?? false,
    accountOwner: user.account_owner ?? false,
  };
}

function askForToken(settings: ShopifySettings, domain: string, grant: Record<string, string>): Promise<HttpAnswer> {
  const url = `${settings.baseUrl(domain)}/admin/oauth/access_token`;
  return postJson(settings, url, {}, { client_id: settings.clientId, client_secret: settings.clientSecret, ...grant });
}

/** A code that is refused stays refused. A refresh works again when our own id or secret is corrected. */
function readToken<Token>(
  answer: HttpAnswer,
  schema: z.ZodType<Token>,
  refusedAs: 'rejected' | 'unavailable' = 'rejected',
): Token {
  if (answer.kind !== 'answered') throw new PlatformError('unavailable', 'We could not reach Shopify.', answer);
  const body = jsonOf(answer.text);
  const detail = {
    platformWords: wordsOf(body),
    requestId: answer.headers.get('x-request-id') ?? undefined,
    retryAfterMs: retryAfterMs(answer.headers),
  };
  if (answer.status === 200) {
    const token = schema.safeParse(body);
    if (token.success) return token.data;
    throw new PlatformError('unavailable', 'Shopify’s reply could not be read.', { ...detail, cause: token.error });
  }
  const closed = closedStoreError(answer.status, detail);
  if (closed) throw closed;
  if (saysGrantIsGone(answer.status, body))
    throw new PlatformError('unauthorised', 'Shopify did not renew our access. Install the app again.', detail);
  if (answer.status === 400) throw new PlatformError(refusedAs, `Shopify refused: ${detail.platformWords}`, detail);
  throw new PlatformError('unavailable', 'Shopify has a technical problem.', detail);
}

/** Only these words mean that the merchant must consent again. Any other answer can be different at the next try. */
function saysGrantIsGone(status: number, body: unknown): boolean {
  const refusal = Refusal.safeParse(body);
  if (!refusal.success || status < 400 || status >= 500) return false;
  const { error, error_description: description } = refusal.data;
  return (
    error === 'invalid_grant' || (status === 401 && error === 'invalid_request' && /refresh.token/i.test(description))
  );
}

function offlineGrant(settings: ShopifySettings, token: z.infer<typeof OfflineToken>): PlatformGrant {
  const after = (seconds: number | null | undefined): Date | undefined =>
    seconds == null ? undefined : new Date(settings.now().getTime() + seconds * 1000);
  return {
    accessToken: token.access_token,
    scopes: scopesOf(token.scope),
    expiresAt: after(token.expires_in),
    refreshToken: token.refresh_token ?? undefined,
    refreshTokenExpiresAt: after(token.refresh_token_expires_in),
  };
}

function scopesOf(list: string): string[] {
  return list.split(',').flatMap((scope) => scope.trim() || []);
}

const OfflineToken = z.object({
  access_token: z.string().min(1),
  scope: z.string().default(''),
  expires_in: z.number().nullish(),
  refresh_token: z.string().min(1).nullish(),
  refresh_token_expires_in: z.number().nullish(),
});

/** A refresh replaces both tokens. Without the new refresh token, the shop would lose its access in an hour. */
const RenewedToken = OfflineToken.extend({ expires_in: z.number(), refresh_token: z.string().min(1) });

const Refusal = z.object({ error: z.string(), error_description: z.string().catch('') });

const OnlineToken = z.object({
  access_token: z.string().min(1),
  associated_user: z.object({
    id: z.union([z.number(), z.string()]),
    first_name: z.string().nullish(),
    last_name: z.string().nullish(),
    email: z.string().nullish(),
    email_verified: z.boolean().nullish(),
    account_owner: z.boolean().nullish(),
  }),
});
