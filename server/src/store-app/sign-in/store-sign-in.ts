import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { shopByDomain, shopByPlatformId } from '../../shop/shops/find-shop.ts';
import { accessWith, completeInstall } from '../../shop/shops/install-shop.ts';
import { consumeOauthState, createOauthState, type OauthKind } from './oauth-state.ts';
import { signInStoreUser } from './sign-in-store-user.ts';
import { StorePageError } from './store-page-error.ts';
import {
  blocked,
  unknownUser,
  consentRefused,
  emailNotVerified,
  emailOfAnother,
  linkNotValid,
  lostAccess,
  permissionsMissing,
  signInLost,
} from './store-pages.ts';

/** A request from the store: its signed query, and what binds it to the browser. */
export type StoreVisit = {
  readonly rawQuery: string;
  readonly browserSecret: string;
  readonly ip: string;
  readonly userAgent: string;
};

/**
 * Starts the sign-in of a visit from the store. The signed link proves the store but not the person,
 * so every visit goes through the store's consent page: to install the app, or to identify the person.
 */
export async function startSignIn(
  context: Context,
  visit: StoreVisit,
  targetOf: (signed: { readonly domain: string; readonly orderIds: readonly string[] }) => string | Promise<string>,
): Promise<string> {
  const signed = context.platform.verifyQuery(visit.rawQuery);
  if (!signed) throw new StorePageError(linkNotValid);
  const kind = (await hasAccess(context, signed.domain)) ? 'person' : 'install';
  return consentUrl(context, visit.browserSecret, { domain: signed.domain, kind, target: await targetOf(signed) });
}

/**
 * Handles the return from the consent page. Redirects to the next consent page, or to our login page with a single-use
 * token.
 */
export async function finishSignIn(context: Context, visit: StoreVisit): Promise<string> {
  const signed = context.platform.verifyQuery(visit.rawQuery);
  if (!signed) throw new StorePageError(linkNotValid);
  const { domain, state, code } = signed;
  const trip = state
    ? await consumeOauthState(context, { state, domain, browserSecret: visit.browserSecret })
    : undefined;
  if (!trip) throw new StorePageError(signInLost(adminUrl(context, domain)));
  if (!code) throw new StorePageError(consentRefused(adminUrl(context, domain)));
  if (trip.kind === 'install') {
    const installed = await completeInstall(context, domain, code);
    if ('missing' in installed) {
      throw new StorePageError(permissionsMissing(installed.missing, adminUrl(context, domain)));
    }
    return consentUrl(context, visit.browserSecret, { domain, kind: 'person', target: trip.target });
  }
  const shop = await shopByDomain(context.db, domain);
  if (!shop?.installed)
    return consentUrl(context, visit.browserSecret, { domain, kind: 'install', target: trip.target });
  const person = await context.platform.exchangePersonCode(domain, code);
  // Another store may have taken this name: its people do not belong to the shop that had it.
  const { platformShopId } = await context.platform.shopInfo(accessWith(domain, person.accessToken));
  if ((await shopByPlatformId(context.db, platformShopId))?.shopId !== shop.shopId)
    return consentUrl(context, visit.browserSecret, { domain, kind: 'install', target: trip.target });
  const { browserSecret, ip, userAgent } = visit;
  const signIn = await signInStoreUser(context, {
    shopId: shop.shopId,
    person,
    target: trip.target,
    browserSecret,
    ip,
    userAgent,
  });
  if ('token' in signIn) return `${context.config.publicUrl}/login?token=${encodeURIComponent(signIn.token)}`;
  if (signIn.refused === 'email-unverified') throw new StorePageError(emailNotVerified);
  if (signIn.refused === 'email-of-another') throw new StorePageError(emailOfAnother(signIn.shopName));
  if (signIn.refused === 'unknown') throw new StorePageError(unknownUser(signIn.shopName));
  throw new StorePageError(signIn.refused === 'blocked' ? blocked : lostAccess(signIn.refused));
}

async function hasAccess(context: Context, domain: string): Promise<boolean> {
  const shop = await shopByDomain(context.db, domain);
  if (!shop?.installed) return false;
  const credential = await withShop(context.db, shop.shopId, (trx) =>
    trx
      .selectFrom('shop_credential')
      .select(['scopes', 'closed_as'])
      .where('shop_id', '=', shop.shopId)
      .executeTakeFirst(),
  );
  return (
    credential !== undefined &&
    credential.closed_as !== 'withdrawn' &&
    context.platform.missingScopes(credential.scopes.split(',')).length === 0
  );
}

/** The store's consent page. The way back works only in the browser with this secret. */
export async function consentUrl(
  context: Context,
  browserSecret: string,
  trip: { domain: string; kind: OauthKind; target: string },
): Promise<string> {
  const { state } = await createOauthState(context, { ...trip, browserSecret });
  return context.platform.authorizeUrl({
    domain: trip.domain,
    redirectUri: `${context.config.publicUrl}/shopify/callback`,
    state,
    perUser: trip.kind === 'person',
  });
}

const adminUrl = (context: Context, domain: string): string =>
  context.platform.orderAdminUrl(domain, '').replace(/\/$/, '');
