import { planHas } from '@courierdesk/contract/plans';
import type { UserActor } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError } from '../../base/errors.ts';
import { currentPlan } from '../../shop/subscriptions/current-plan.ts';
import { planLimitReached } from '../../shop/subscriptions/plan-usage.ts';
import { openSecret, secretOwner } from './check-code.ts';
import { twoFactorOf } from './queries.ts';
import { newSecret, setUpAddress } from './totp.ts';

const keptMs = 3_600_000;

/**
 * Begins to set up two-factor. The same session sees the same QR code for an hour, so a reload does not end what a person
 * has scanned. Another session gets a new secret: a stolen old session cannot know the secret in use later.
 */
export async function beginTwoFactorSetUp(
  context: Context,
  actor: UserActor,
): Promise<{ qrCodeDataUrl: string; secret: string }> {
  return withShop(context.db, actor.shopId, async (trx) => {
    await requirePlanWithTwoFactor(trx, context, actor.shopId);
    const secret = (await secretUnderWay(trx, context, actor)) ?? (await saveNewSecret(trx, context, actor));
    return { qrCodeDataUrl: await qrCodeDataUrl(setUpAddress(secret, `${actor.email} (${actor.shop.name})`)), secret };
  });
}

export async function requirePlanWithTwoFactor(trx: Db, context: Context, shopId: string): Promise<void> {
  const current = await currentPlan(trx, shopId, context.clock());
  if (!planHas(current.plan, 'twoFactor')) throw planLimitReached(current);
}

async function secretUnderWay(trx: Db, context: Context, actor: UserActor): Promise<string | undefined> {
  const begun = await twoFactorOf(trx, actor);
  if (!begun) return undefined;
  if (begun.confirmed_at) throw alreadyOn();
  const age = context.clock().getTime() - begun.created_at.getTime();
  return begun.session_id === actor.sessionId && age < keptMs ? openSecret(context, actor, begun.secret) : undefined;
}

async function saveNewSecret(trx: Db, context: Context, actor: UserActor): Promise<string> {
  const secret = newSecret();
  const begun = {
    secret: context.vault.seal(secret, secretOwner(actor.userId)),
    session_id: actor.sessionId,
    created_at: context.clock(),
    last_step: 0,
  };
  const saved = await trx
    .insertInto('two_factor')
    .values({ shop_id: actor.shopId, user_id: actor.userId, ...begun })
    .onConflict((conflict) =>
      conflict.columns(['shop_id', 'user_id']).doUpdateSet(begun).where('two_factor.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst();
  if (!saved) throw alreadyOn();
  return secret;
}

const alreadyOn = (): AppError => new AppError('conflict', 'Two-factor is already turned on.');

/** A QR code as an SVG image in a data URL, black on white in light and dark. */
async function qrCodeDataUrl(text: string): Promise<string> {
  const { default: bwip } = await import('bwip-js/node'); // 9 MB that few requests need
  const svg = bwip.toSVG({ bcid: 'qrcode', text, padding: 8, backgroundcolor: 'FFFFFF' });
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}
