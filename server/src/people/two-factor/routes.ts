import {
  forgetAllDevices,
  forgetDevice,
  getQrCode,
  getRememberedDevices,
  getTwoFactor,
  renewRecoveryCodes as renewRecoveryCodesEndpoint,
  requireTwoFactor,
  resetTwoFactor,
  turnOffTwoFactor as turnOffTwoFactorEndpoint,
  verifyAuthenticatorCode,
  verifyQrCode,
} from '@courierdesk/contract/two-factor';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { route } from '../../base/http/route.ts';
import { callerOf } from '../sessions/caller.ts';
import { deviceTokenOf, keepDeviceToken } from '../sessions/device-cookie.ts';
import { presentRememberedDevice } from '../sessions/present.ts';
import { forgetDevices, rememberedDevices } from '../sessions/remembered-devices.ts';
import { beginTwoFactorSetUp } from './begin-set-up.ts';
import { renewRecoveryCodes } from './renew-recovery-codes.ts';
import { requireTwoFactorOfStaff } from './require-of-staff.ts';
import { resetTwoFactorOfUser } from './reset-user.ts';
import { showTwoFactor } from './show-two-factor.ts';
import { turnOffTwoFactor } from './turn-off.ts';
import { turnOnTwoFactor } from './turn-on.ts';
import { verifySignIn } from './verify-sign-in.ts';

export function twoFactorRoutes(app: FastifyInstance, context: Context): void {
  route(app, getTwoFactor, ({ actor }) => showTwoFactor(context, actor));

  route(app, getQrCode, ({ actor }) => beginTwoFactorSetUp(context, actor));

  route(app, verifyQrCode, async ({ actor, body }) => {
    const codes = await turnOnTwoFactor(context, actor, body);
    return { message: codes ? 'Two factor authentication enabled' : 'Authenticator app added', recovery_codes: codes };
  });

  route(app, verifyAuthenticatorCode, async ({ body, request, reply }) => {
    const { auth_token, device } = await verifySignIn(context, body, callerOf(request));
    if (device) keepDeviceToken(context, reply, device);
    return { auth_token };
  });

  route(app, getRememberedDevices, async ({ actor, request }) => {
    const devices = await rememberedDevices(context, actor, deviceTokenOf(request.cookies, actor.userId));
    return { data: devices.map(presentRememberedDevice) };
  });

  route(app, forgetDevice, async ({ actor, params }) => {
    await forgetDevices(context, actor, params.id);
    return { message: 'Device forgotten' };
  });

  route(app, forgetAllDevices, async ({ actor }) => {
    await forgetDevices(context, actor);
    return { message: 'All devices forgotten' };
  });

  route(app, turnOffTwoFactorEndpoint, async ({ actor, body }) => {
    await turnOffTwoFactor(context, actor, body);
    return { message: 'Two-factor is off' };
  });

  route(app, renewRecoveryCodesEndpoint, async ({ actor, body }) => ({
    recovery_codes: await renewRecoveryCodes(context, actor, body),
  }));

  route(app, requireTwoFactor, async ({ actor, body }) => {
    await requireTwoFactorOfStaff(context, actor, body.required);
    return { required_of_staff: body.required };
  });

  route(app, resetTwoFactor, async ({ actor, params }) => {
    await resetTwoFactorOfUser(context, actor, params.id);
    return { message: 'Two-factor has been reset' };
  });
}
