import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { SandboxContext } from '../../core/sandbox-context.ts';
import type { Answer } from '../http/answer.ts';
import { gatewayPage, html, json, malformed, tooMany } from '../http/answer.ts';
import type { Fields } from '../http/fields.ts';
import { fieldsOf, lowerCased, text } from '../http/fields.ts';
import type { Operation, CourierFaultAnswers } from '../http/operation.ts';
import { isUnreadable } from '../http/request-body.ts';
import type { TcsAccount } from './accounts.ts';
import { environment, tcsUser } from './accounts.ts';
import { accessTokenUser, bearerClaims } from './tokens.ts';

const gateway = 'openresty/1.21.4.1';

export const withTraceId = (body: Record<string, unknown>, status = 200): Answer =>
  json({ ...body, traceid: randomUUID() }, status);

/** Both token calls fail with this body and HTTP 200. */
export const tokenRefused = (): Answer => json({ result: null, status: false, code: '401' });

const badBearer = (): Answer =>
  json({ code: 401, message: 'Invalid Bearer token. Mismatch configuration.', status: 'UnAuthorized' }, 401);

/** `code` and `status` have swapped their types here. */
const badAccessToken = (): Answer => json({ code: 'UnAuthorized', message: 'Invalid access token', status: 401 }, 401);

export function requestFields(request: FastifyRequest): Fields {
  return lowerCased({ ...fieldsOf(request.query), ...fieldsOf(request.body) });
}

export function withBearer(
  context: SandboxContext,
  request: FastifyRequest,
  answer: (fields: Fields) => Answer | Promise<Answer>,
): Answer | Promise<Answer> {
  const token = (request.headers.authorization ?? '').replace(/^Bearer /i, '');
  const claims = token === '' ? undefined : bearerClaims(token, context.now());
  if (!claims || claims.env !== environment) return badBearer();
  if (isUnreadable(request)) return malformed('unreadable body', withTraceId({ message: 'Invalid JSON' }, 400));
  return answer(requestFields(request));
}

export function withBothTokens(
  context: SandboxContext,
  request: FastifyRequest,
  answer: (account: TcsAccount, fields: Fields) => Answer | Promise<Answer>,
): Answer | Promise<Answer> {
  return withBearer(context, request, (fields) => {
    const token = text(fields, 'accesstoken');
    if (token === '')
      return malformed('no accesstoken', withTraceId({ message: 'The access token is required.' }, 400));
    const user = accessTokenUser(context, token);
    const account = user === undefined ? undefined : tcsUser(user);
    return account ? answer(account, fields) : badAccessToken();
  });
}

export const notFoundPage = (): Answer => gatewayPage(404, 'Not Found', gateway);
export const wrongMethodPage = (): Answer => gatewayPage(405, 'Not Allowed', gateway);

export const noTrackingData = (): Answer =>
  withTraceId({
    shipmentinfo: null,
    deliveryinfo: null,
    checkpoints: null,
    shipmentsummary: 'No Data Found/Invalid CN',
    message: 'FAIL',
  });

/** TCS really sends `status: "true"` on a failure. */
export const noDetail = (message: string): Answer => withTraceId({ detail: null, message, status: 'true' });

export const tcsFaultAnswers: CourierFaultAnswers = {
  target: 'tcs',
  rejection: rejectionFor,
  credentialsRefused: badAccessToken,
  serverError: () => withTraceId({ message: 'Internal Server Error' }, 500),
  badGateway: () => gatewayPage(502, 'Bad Gateway', gateway),
  garbage: () => html('<!DOCTYPE html><html><head><title>TCS API Gateway</title></head><body></body></html>'),
  throttled: () => tooMany(gatewayPage(429, 'Too Many Requests', gateway)),
};

function rejectionFor(operation: Operation): Answer {
  switch (operation) {
    case 'book':
      return withTraceId({ message: 'No Cost Center found.' }, 400);
    case 'cancel':
      return withTraceId({ message: 'Failure: No Record Founds' });
    case 'track':
      return noTrackingData();
    case 'label':
      return withTraceId({ message: 'CN not found', url: '' });
    case 'verify':
      return tokenRefused();
    case 'lookup':
      return noDetail('No Data Found');
    default:
      return badAccessToken();
  }
}
