import { randomUUID } from 'node:crypto';
import type { SandboxContext } from '../../core/sandbox-context.ts';
import type { Answer } from '../http/answer.ts';
import { json } from '../http/answer.ts';
import type { Fields } from '../http/fields.ts';
import { text } from '../http/fields.ts';
import { ENVIRONMENT, tcsClient, tcsUser } from './accounts.ts';
import { noToken, traced } from './envelope.ts';
import { issueAccessToken, issueBearer } from './tokens.ts';

/** couriers/tcs.md 1.1. */
export function gatewayToken(context: SandboxContext, fields: Fields): Answer {
  const client = tcsClient(text(fields, 'clientid'), text(fields, 'clientsecret'));
  if (!client) return noToken();
  const { token, expiry } = issueBearer(client.clientId, ENVIRONMENT, context.now(), randomUUID());
  return json({ result: { accessToken: token, expiry, userInformation: null }, status: true, code: '0200' });
}

/** couriers/tcs.md 1.2: a wrong user and a wrong password fail in two shapes. */
export function accessToken(context: SandboxContext, fields: Fields): Answer {
  const account = tcsUser(text(fields, 'username'));
  if (!account) return noToken();
  if (account.password !== text(fields, 'password')) return traced({ message: 'Invalid username or password' }, 401);
  const { token, expiry } = issueAccessToken(account.username, context.now());
  return traced({ accesstoken: token, expiry, message: 'success' });
}
