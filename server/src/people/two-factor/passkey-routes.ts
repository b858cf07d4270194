import {
  addPasskey as addPasskeyEndpoint,
  beginConfirmation,
  beginPasskey as beginPasskeyEndpoint,
  beginPasskeySignIn as beginPasskeySignInEndpoint,
  beginSecondFactor as beginSecondFactorEndpoint,
  getPasskeys,
  removePasskey as removePasskeyEndpoint,
  renamePasskey as renamePasskeyEndpoint,
  signInWithPasskey as signInWithPasskeyEndpoint,
  verifyPasskey,
} from '@courierdesk/contract/passkeys';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { route } from '../../base/http/route.ts';
import { signingOptions } from './check-passkey.ts';
import { passkeysOf, presentPasskey } from './stored-passkeys.ts';
import { callerOf } from '../sessions/caller.ts';
import { addPasskey, beginPasskey } from './add-passkey.ts';
import { beginSecondFactor } from './begin-second-factor.ts';
import { notTurnedOn } from './check-code.ts';
import { removePasskey } from './remove-passkey.ts';
import { renamePasskey } from './rename-passkey.ts';
import { beginPasskeySignIn, signInWithPasskey } from './sign-in-with-passkey.ts';
import { verifySignInWithPasskey } from './verify-sign-in.ts';

export function passkeyRoutes(app: FastifyInstance, context: Context): void {
  route(app, getPasskeys, async ({ actor }) => {
    const passkeys = await withShop(context.db, actor.shopId, (trx) => passkeysOf(trx, actor));
    return { data: passkeys.map(presentPasskey) };
  });

  route(app, beginConfirmation, async ({ actor }) => {
    const passkeys = await withShop(context.db, actor.shopId, (trx) => passkeysOf(trx, actor));
    if (passkeys.length === 0) throw notTurnedOn();
    const use = { purpose: 'confirm', sessionId: actor.sessionId } as const;
    return { options: await signingOptions(context, use, passkeys) };
  });

  route(app, beginPasskeyEndpoint, async ({ actor, body }) => ({ options: await beginPasskey(context, actor, body) }));

  route(app, addPasskeyEndpoint, async ({ actor, body }) => ({
    message: 'Passkey added',
    ...(await addPasskey(context, actor, body)),
  }));

  route(app, renamePasskeyEndpoint, async ({ actor, params, body }) => ({
    message: 'Passkey renamed',
    data: await renamePasskey(context, actor, params.id, body.name),
  }));

  route(app, removePasskeyEndpoint, async ({ actor, params, body }) => {
    await removePasskey(context, actor, params.id, body);
    return { message: 'Passkey removed' };
  });

  route(app, beginPasskeySignInEndpoint, async ({ request }) => ({
    options: await beginPasskeySignIn(context, request.ip),
  }));

  route(app, signInWithPasskeyEndpoint, async ({ body, request }) => ({
    auth_token: await signInWithPasskey(context, body.passkey, callerOf(request)),
  }));

  route(app, beginSecondFactorEndpoint, ({ body, request }) =>
    beginSecondFactor(context, body.twoFactorToken, request.ip),
  );

  route(app, verifyPasskey, async ({ body, request }) => ({
    auth_token: (await verifySignInWithPasskey(context, body, callerOf(request))).auth_token,
  }));
}
