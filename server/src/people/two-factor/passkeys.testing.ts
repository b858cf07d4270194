import { expect } from 'vitest';
import { newId } from '../../base/db/ids.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { aUser } from '../../testing/factories.ts';
import { aPasskeyDevice, type Fault, type PasskeyDevice } from '../../testing/passkey-device.ts';
import type { Answer, TestServer } from '../../testing/test-server.ts';
import { userHandle } from './stored-passkeys.ts';
import { password, turnOn } from './two-factor.testing.ts';

export const newDevice = (server: TestServer, given?: { isSynced?: boolean }): PasskeyDevice =>
  aPasskeyDevice(server.context.config.publicUrl, given);

/** Asks to add a passkey. `proof`: what the person confirms with. */
export const beginPasskey = (server: TestServer, token: string, proof: unknown = { password }): Promise<Answer> =>
  server.call('POST', 'passkeys/creation-options', { token, body: proof });

export async function addPasskey(
  server: TestServer,
  token: string,
  device: PasskeyDevice,
  given: { proof?: unknown; name?: string; fault?: Fault } = {},
): Promise<Answer> {
  const begun = await beginPasskey(server, token, given.proof);
  expect(begun.status).toBe(200);
  const passkey = device.create(begun.body.options, given.fault);
  return server.call('POST', 'passkeys', { token, body: { name: given.name ?? 'My phone', passkey } });
}

/** A person with a passkey and no authenticator app, put straight into the database. */
export async function aUserWithPasskey(
  server: TestServer,
  shopId: string,
  given: Parameters<typeof aUser>[2] = {},
): Promise<{
  userId: string;
  token: string;
  email: string;
  device: PasskeyDevice;
  passkeyId: string;
  recoveryCodes: string[];
}> {
  const { context } = server;
  const user = await aUser(context, shopId, given);
  const { userId } = user;
  const device = newDevice(server);
  const passkeyId = newId(context.clock());
  const recoveryCodes = await withShop(context.db, shopId, async (trx) => {
    await trx
      .insertInto('passkey')
      .values({
        ...{ shop_id: shopId, id: passkeyId, user_id: userId, name: 'My phone', created_at: context.clock() },
        ...device.storedFor(userHandle({ shopId, userId })),
      })
      .execute();
    return turnOn(trx, { shopId, userId });
  });
  return { ...user, device, passkeyId, recoveryCodes };
}

/** What the device signs for a change to two-factor. */
export async function confirmation(server: TestServer, token: string, device: PasskeyDevice, fault?: Fault) {
  const { body } = await server.call('POST', 'passkeys/confirmation-options', { token });
  return device.sign(body.options, fault);
}

export async function signInWith(
  server: TestServer,
  device: PasskeyDevice,
  fault?: Fault,
  from?: string,
): Promise<Answer> {
  const headers = { ...(from && { 'x-forwarded-for': from }) };
  const { body } = await server.call('POST', 'passkeys/sign-in-options', { headers });
  return server.call('POST', 'passkeys/sign-in', { body: { passkey: device.sign(body.options, fault) }, headers });
}

export const secondFactors = (server: TestServer, twoFactorToken: string): Promise<Answer> =>
  server.call('POST', 'passkeys/second-factor-options', { body: { twoFactorToken } });

export async function verifyWith(
  server: TestServer,
  twoFactorToken: string,
  device: PasskeyDevice,
  fault?: Fault,
): Promise<Answer> {
  const { body } = await secondFactors(server, twoFactorToken);
  return server.call('POST', 'passkeys/second-factor', {
    body: { twoFactorToken, passkey: device.sign(body.passkey, fault) },
  });
}
