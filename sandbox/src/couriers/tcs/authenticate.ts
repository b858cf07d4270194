import { randomUUID } from 'node:crypto';
import type { SandboxContext } from '../../core/sandbox-context.ts';
import type { Answer } from '../http/answer.ts';
import { json } from '../http/answer.ts';
import type { Fields } from '../http/fields.ts';
import { text } from '../http/fields.ts';
import { environment, tcsClient, tcsUser } from './accounts.ts';
import { tokenRefused, withTraceId } from './envelope.ts';
import { issueAccessToken, issueBearer } from './tokens.ts';

/** docs/contracts/tcs.md, "Tokens" */
export function gatewayToken(context: SandboxContext, fields: Fields): Answer {
  const client = tcsClient(text(fields, 'clientid'), text(fields, 'clientsecret'));
  if (!client) return tokenRefused();
  const { token, expiry } = issueBearer(client.clientId, environment, context.now(), randomUUID());
  return json({ result: { accessToken: token, expiry, userInformation: null }, status: true, code: '0200' });
}

/** docs/contracts/tcs.md, "Tokens": a wrong user and a wrong password fail in two shapes. */
export function accessToken(context: SandboxContext, fields: Fields): Answer {
  const account = tcsUser(text(fields, 'username'));
  if (!account) return tokenRefused();
  if (account.password !== text(fields, 'password'))
    return withTraceId({ message: 'Invalid username or password' }, 401);
  const { token, expiry } = issueAccessToken(account.username, context.now());
  return withTraceId({ accesstoken: token, expiry, message: 'success' });
}
