import crypto from 'node:crypto';
import type { SandboxContext } from '../../core/sandbox-context.ts';
import type { Shops } from './shops.ts';

type Installation = {
  id: number;
  shop: string;
  scopes: string[];
  installedAt: string;
  accessToken: string | null;
  refreshToken: string | null;
  /** Works until the new refresh token is first used, at most 30 days. */
  previousRefreshToken: string | null;
  previousUntil: string | null;
};

export type AccessToken = {
  token: string;
  shop: string;
  scopes: string[];
  personId: number | null;
  /** Null: a token that never expires, which the API refuses. */
  expiresAt: string | null;
};

type RefreshToken = {
  token: string;
  shop: string;
  expiresAt: string;
};

type AuthorizationCode = {
  code: string;
  shop: string;
  scopes: string[];
  personId: number | null;
  expiresAt: string;
};

export type TokenPair = {
  access: AccessToken;
  refresh: RefreshToken | null;
};

export type Installations = {
  get(shop: string): Installation | undefined;
  all(): Installation[];
  /** Installs the app, or changes what it may do. */
  grant(shop: string, scopes: string[]): { installation: Installation; previousScopes: string[] | null };
  remove(shop: string): void;
  issueCode(shop: string, scopes: string[], personId: number | null): string;
  /** A code works once, within a minute. */
  redeemCode(shop: string, code: string): AuthorizationCode | undefined;
  issueOffline(shop: string, expiring: boolean): TokenPair;
  issueOnline(code: AuthorizationCode): AccessToken;
  refresh(shop: string, refreshToken: string): TokenPair | undefined;
  accessToken(token: string): AccessToken | undefined;
  /** Expires the store's access tokens now. */
  expireAccessTokens(shop: string): void;
  revokeTokens(shop: string): void;
  /** Changes what the app and its tokens may do. */
  changeScopes(shop: string, scopes: string[]): void;
};

const codeSeconds = 60;
const previousRefreshSeconds = 30 * 86_400;
const onlineSeconds = 86_400;

export function openInstallations(context: SandboxContext, shops: Shops): Installations {
  const installations = context.state.collection<Installation>('shopify.installation');
  const accessTokens = context.state.collection<AccessToken>('shopify.access-token');
  const refreshTokens = context.state.collection<RefreshToken>('shopify.refresh-token');
  const codes = context.state.collection<AuthorizationCode>('shopify.code');

  const inSeconds = (seconds: number) => new Date(context.now().getTime() + seconds * 1000).toISOString();
  const isOver = (at: string) => new Date(at) <= context.now();

  function newPair(installation: Installation): TokenPair {
    const { shop } = installation;
    const settings = shops.get(shop)?.settings;
    const access: AccessToken = {
      token: `shpat_${crypto.randomBytes(16).toString('hex')}`,
      shop,
      scopes: installation.scopes,
      personId: null,
      expiresAt: inSeconds(settings?.accessTokenSeconds ?? 3600),
    };
    const refresh: RefreshToken = {
      token: `shprt_${crypto.randomBytes(16).toString('hex')}`,
      shop,
      expiresAt: inSeconds(settings?.refreshTokenSeconds ?? 7_776_000),
    };
    if (installation.accessToken) accessTokens.delete(installation.accessToken);
    accessTokens.put(access.token, access);
    refreshTokens.put(refresh.token, refresh);
    installation.accessToken = access.token;
    return { access, refresh };
  }

  function dropRefreshToken(refreshToken: string | null): void {
    if (refreshToken) refreshTokens.delete(refreshToken);
  }

  function revokeTokens(shop: string): void {
    for (const token of [...accessTokens.values()]) if (token.shop === shop) accessTokens.delete(token.token);
    for (const token of [...refreshTokens.values()]) if (token.shop === shop) refreshTokens.delete(token.token);
    for (const code of [...codes.values()]) if (code.shop === shop) codes.delete(code.code);
  }

  return {
    get: (shop) => installations.get(shop),
    all: () => [...installations.values()],
    grant(shop, scopes) {
      const known = installations.get(shop);
      const installation: Installation = known ?? {
        id: 500_000_000 + context.state.counter('shopify.installation'),
        shop,
        scopes,
        installedAt: context.now().toISOString(),
        accessToken: null,
        refreshToken: null,
        previousRefreshToken: null,
        previousUntil: null,
      };
      const previousScopes = known ? known.scopes : null;
      installation.scopes = scopes;
      installations.put(shop, installation);
      return { installation, previousScopes };
    },
    remove(shop) {
      revokeTokens(shop);
      installations.delete(shop);
    },
    issueCode(shop, scopes, personId) {
      const code = crypto.randomBytes(16).toString('hex');
      codes.put(code, { code, shop, scopes, personId, expiresAt: inSeconds(codeSeconds) });
      return code;
    },
    redeemCode(shop, text) {
      const code = codes.get(text);
      if (code) codes.delete(text);
      return code && code.shop === shop && !isOver(code.expiresAt) ? code : undefined;
    },
    issueOffline(shop, expiring) {
      const installation = installations.get(shop);
      if (!installation) throw new Error(`the app is not installed at ${shop}`);
      if (!expiring) {
        const access: AccessToken = {
          token: `shpat_${crypto.randomBytes(16).toString('hex')}`,
          shop,
          scopes: installation.scopes,
          personId: null,
          expiresAt: null,
        };
        accessTokens.put(access.token, access);
        return { access, refresh: null };
      }
      dropRefreshToken(installation.refreshToken);
      dropRefreshToken(installation.previousRefreshToken);
      const pair = newPair(installation);
      installation.refreshToken = pair.refresh?.token ?? null;
      installation.previousRefreshToken = null;
      installation.previousUntil = null;
      installations.put(shop, installation);
      return pair;
    },
    issueOnline(code) {
      const access: AccessToken = {
        token: `shpua_${crypto.randomBytes(16).toString('hex')}`,
        shop: code.shop,
        scopes: code.scopes,
        personId: code.personId,
        expiresAt: inSeconds(onlineSeconds),
      };
      accessTokens.put(access.token, access);
      return access;
    },
    refresh(shop, text) {
      const installation = installations.get(shop);
      const token = refreshTokens.get(text);
      if (!installation || !token || token.shop !== shop || isOver(token.expiresAt)) return undefined;
      if (text === installation.refreshToken) {
        dropRefreshToken(installation.previousRefreshToken);
        installation.previousRefreshToken = text;
        installation.previousUntil = inSeconds(previousRefreshSeconds);
      } else {
        const { previousRefreshToken, previousUntil } = installation;
        if (text !== previousRefreshToken || !previousUntil || isOver(previousUntil)) return undefined;
        dropRefreshToken(installation.refreshToken);
      }
      const pair = newPair(installation);
      installation.refreshToken = pair.refresh?.token ?? null;
      installations.put(shop, installation);
      return pair;
    },
    accessToken(text) {
      const token = accessTokens.get(text);
      if (!token) return undefined;
      if (token.expiresAt === null || !isOver(token.expiresAt)) return token;
      accessTokens.delete(text);
      return undefined;
    },
    expireAccessTokens(shop) {
      for (const token of [...accessTokens.values()]) if (token.shop === shop) accessTokens.delete(token.token);
    },
    revokeTokens,
    changeScopes(shop, scopes) {
      const installation = installations.get(shop);
      if (!installation) return;
      installations.put(shop, { ...installation, scopes });
      for (const token of [...accessTokens.values()])
        if (token.shop === shop && token.personId === null) accessTokens.put(token.token, { ...token, scopes });
    },
  };
}
