import { PlatformError } from '../../adapters/platforms/platform.ts';
import type { Context } from '../../base/context.ts';
import { acrossShops } from '../../base/db/tenancy.ts';
import { ok, problem, warning, type Finding } from './finding.ts';

/**
 * Whether Shopify knows our app, tried with the store that installed it last, and what this store allows. We ask to renew an
 * access that does not exist: Shopify checks id and secret of the app first, and nothing changes.
 */
export async function checkShopify(context: Pick<Context, 'db' | 'platform'>): Promise<Finding[]> {
  const shop = await lastInstalled(context);
  if (!shop)
    return [
      warning('SHOPIFY_CLIENT_ID: no store has the app yet, so it was not tried. Install it in a development store.'),
    ];
  const missing = context.platform.missingScopes(shop.scopes.split(','));
  return [
    await checkApp(context, shop.domain),
    missing.length === 0
      ? ok(`Scopes: ${shop.domain} allows all that we ask for.`)
      : warning(
          `Scopes: ${shop.domain} does not allow ${missing.join(', ')}. Its owner opens the app in Shopify and approves.`,
        ),
  ];
}

async function checkApp({ platform }: Pick<Context, 'platform'>, domain: string): Promise<Finding> {
  const knowsUs = ok(`SHOPIFY_CLIENT_ID: ${domain} knows the app and its secret.`);
  try {
    await platform.refreshGrant(domain, 'courierdesk-doctor');
    return knowsUs;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const words = error.platformWords || error.message;
    if (error.kind === 'unauthorised') return knowsUs;
    if (/client|api_key|application/i.test(words))
      return problem(
        `SHOPIFY_CLIENT_ID: Shopify refuses it or its secret (${words}). Copy both from the app in the Partner Dashboard.`,
      );
    if (error.platformWords === '')
      return problem(`Shopify: ${domain} does not answer (${words}). Check DNS and the firewall for outgoing https.`);
    return warning(`SHOPIFY_CLIENT_ID: ${domain} answered “${words}”, so it was not tried. Open the app in a store.`);
  }
}

const lastInstalled = ({ db }: Pick<Context, 'db'>) =>
  acrossShops(db, (trx) =>
    trx
      .selectFrom('shop')
      .innerJoin('shop_credential', 'shop_credential.shop_id', 'shop.id')
      .select(['shop.domain', 'shop_credential.scopes'])
      .where('shop.uninstalled_at', 'is', null)
      .where('shop_credential.closed_as', 'is', null)
      .orderBy('shop.installed_at', 'desc')
      .limit(1)
      .executeTakeFirst(),
  );
