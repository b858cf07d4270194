import { withShop } from '../../base/db/tenancy.ts';
import { quickHash } from '../../testing/quick-hash.ts';
import { browserCookieName, newBrowserSecret } from '../../people/sessions/browser-secret.ts';
import { createExchangeToken } from '../../people/sessions/create-session.ts';
import { aShop, aUser } from '../../testing/factories.ts';
import { deliverDueNow, mailsTo } from '../../testing/mails.ts';
import type { Answer, TestServer } from '../../testing/test-server.ts';
import {
  addPasskey,
  aUserWithPasskey,
  newDevice,
  signInWith,
  verifyWith,
} from '../../people/two-factor/passkeys.testing.ts';
import {
  aUserWithTwoFactor,
  codeAt,
  password,
  pendingToken,
  signInRemembered,
  verify,
} from '../../people/two-factor/two-factor.testing.ts';
import type { SuccessfulCalls } from './successful-calls.testing.ts';

/** The calls of signing in, and of what people change about their own sign-in. */
export function successfulSignInCalls(server: TestServer, shopId: string): SuccessfulCalls {
  const call = (method: string, path: string, body: unknown = {}, token?: string): Promise<Answer> =>
    server.call(method, path, { ...(token && { token }), body });
  const given = async () => ({ passwordHash: await quickHash(password) });
  const person = async () => aUser(server.context, shopId, await given());
  const staff = () => aUser(server.context, shopId, { role: 'USER', scopes: ['READ_ORDERS'] });
  const owner = async () => (await aUser(server.context, shopId)).token;
  const withTwoFactor = async () => aUserWithTwoFactor(server, shopId, { role: 'USER', ...(await given()) });
  const withPasskey = async () => aUserWithPasskey(server, shopId, await given());

  return {
    loginUser: async () => call('POST', 'login-user', { email: (await person()).email, password }),
    switchShop: async () => {
      const { email } = await person();
      const other = await aShop(server.context);
      await aUser(server.context, other.shopId, { email, ...(await given()) });
      const first = await call('POST', 'login-user', { email, password, shop: other.shopId });
      return call('POST', 'switch-shop', { shop: shopId }, first.body.auth_token);
    },
    exchangeSession: async () => {
      const { userId } = await staff();
      const browserSecret = newBrowserSecret();
      const exchange = await withShop(server.context.db, shopId, (trx) =>
        createExchangeToken(trx, {
          ...{ shopId, userId, target: '/dashboard', browserSecret },
          ...{ ip: '', userAgent: '', now: server.clock.now },
        }),
      );
      return server.call('POST', 'session-exchange', {
        body: { token: exchange },
        headers: { cookie: `${browserCookieName(server.context.config)}=${browserSecret}` },
      });
    },
    logout: async () => call('POST', 'logout', {}, (await staff()).token),
    endOwnSession: async () => {
      const user = await person();
      await call('POST', 'login-user', { email: user.email, password });
      const { data } = (await server.call('GET', 'sessions', { token: user.token })).body;
      const other = data.find((session: { is_current: boolean }) => !session.is_current);
      return call('DELETE', `sessions/${other.id}`, {}, user.token);
    },
    endOtherSessions: async () => call('DELETE', 'sessions', {}, (await person()).token),
    resetPassword: async () => {
      const { email, userId } = await person();
      await call('POST', 'password/reset-password-pin', { email });
      await server.work('reset-mails');
      await deliverDueNow(server);
      const [mail] = await mailsTo(server, email);
      const hash = /create-new-password\?hash=([^&\s]+)/.exec(mail?.text ?? '')?.[1] ?? '';
      const body = { _id: userId, email, password: 'quiet river lantern', confirm_password: 'quiet river lantern' };
      return call('POST', `password/reset-password?hash=${hash}`, body);
    },
    verifyQrCode: async () => {
      const user = await staff();
      const { secret } = (await server.call('GET', 'get-qr-code', { token: user.token })).body;
      return call('POST', 'verify-qr-code', { code: codeAt(server, secret) }, user.token);
    },
    verifyAuthenticatorCode: async () => {
      const user = await withTwoFactor();
      return verify(server, await pendingToken(server, user.email), codeAt(server, user.secret));
    },
    turnOffTwoFactor: async () => {
      const user = await withTwoFactor();
      return call('POST', 'two-factor/turn-off', { password, code: codeAt(server, user.secret) }, user.token);
    },
    renewRecoveryCodes: async () => {
      const user = await withTwoFactor();
      return call('POST', 'two-factor/recovery-codes', { password, code: codeAt(server, user.secret) }, user.token);
    },
    requireTwoFactor: async () => {
      const token = await owner();
      const answer = await call('PUT', 'two-factor/requirement', { required: true }, token);
      await call('PUT', 'two-factor/requirement', { required: false }, token);
      return answer;
    },
    forgetDevice: async () => {
      const { token } = await signInRemembered(server, await withTwoFactor());
      const { data } = (await server.call('GET', 'remembered-devices', { token })).body;
      return call('DELETE', `remembered-devices/${data[0].id}`, {}, token);
    },
    forgetAllDevices: async () =>
      call('DELETE', 'remembered-devices', {}, (await signInRemembered(server, await withTwoFactor())).token),
    resetTwoFactor: async () => call('DELETE', `users/${(await withTwoFactor()).userId}/two-factor`, {}, await owner()),

    changeOwnPassword: async () => {
      const body = {
        current_password: password,
        new_password: 'quiet river lantern',
        confirm_password: 'quiet river lantern',
      };
      return call('PUT', 'change-password', body, (await person()).token);
    },
    addPasskey: async () => addPasskey(server, (await person()).token, newDevice(server)),
    renamePasskey: async () => {
      const { passkeyId, token } = await withPasskey();
      return call('PATCH', `passkeys/${passkeyId}`, { name: 'Office laptop' }, token);
    },
    removePasskey: async () => {
      const { passkeyId, token, recoveryCodes } = await withPasskey();
      return call('POST', `passkeys/${passkeyId}/remove`, { password, code: recoveryCodes[0] }, token);
    },
    signInWithPasskey: async () => signInWith(server, (await withPasskey()).device),
    verifyPasskey: async () => {
      const { email, device } = await withPasskey();
      return verifyWith(server, await pendingToken(server, email), device);
    },
  };
}
