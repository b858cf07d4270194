import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SandboxContext } from '../../core/sandbox-context.ts';
import type { Answer } from '../http/answer.ts';
import type { Fields } from '../http/fields.ts';
import type { Operation } from '../http/operation.ts';
import { recordRejectedRequest, operation, send } from '../http/operation.ts';
import { readBodies } from '../http/request-body.ts';
import { registerTrackingPage } from '../http/tracking-page.ts';
import type { TcsAccount } from './accounts.ts';
import { accessToken, gatewayToken } from './authenticate.ts';
import { cancelBooking, createBooking, printLabel } from './bookings.ts';
import {
  requestFields,
  notFoundPage,
  tcsFaultAnswers,
  withBearer,
  withBothTokens,
  wrongMethodPage,
} from './envelope.ts';
import { bulkInquiry, paymentDetail, paymentStatus } from './payments.ts';
import { cityList, costCentreList, createCostCentre, deliveryStatusList } from './setup-lists.ts';
import { expireAccessTokens } from './tokens.ts';
import { trackDetail } from './track-detail.ts';

type Reply = Answer | Promise<Answer>;

type Call = {
  http: ('GET' | 'POST')[];
  url: string;
  operation: Operation;
  answer(context: SandboxContext, request: FastifyRequest): Reply;
};

const calls: Call[] = [
  {
    http: ['GET', 'POST'],
    url: '/auth/api/auth',
    operation: 'verify',
    answer: (context, request) => gatewayToken(context, requestFields(request)),
  },
  bearerCall('GET', '/ecom/api/authentication/token', 'verify', accessToken),
  fullCall('POST', '/ecom/api/booking/create', 'book', createBooking),
  fullCall('POST', '/ecom/api/booking/cancel', 'cancel', cancelBooking),
  fullCall('GET', '/ecom/api/print/label', 'label', printLabel),
  bearerCall('GET', '/tracking/api/Tracking/GetDynamicTrackDetail', 'track', trackDetail),
  bearerCall('GET', '/ecom/api/setup/citylistbycountry', 'cities', (_world, fields) => cityList(fields)),
  fullCall('GET', '/ecom/api/inquiry/costcenterinquiry', 'verify', costCentreList),
  fullCall('POST', '/ecom/api/booking/createcostcentercode', 'other', createCostCentre),
  fullCall('GET', '/ecom/setup/deliverystatuslist', 'other', deliveryStatusList),
  fullCall('GET', '/ecom/api/Payment/status', 'other', paymentStatus),
  fullCall('GET', '/ecom/api/Payment/detail', 'lookup', paymentDetail),
  fullCall('GET', '/ecom/api/inquiry/cnbulkinquiry', 'lookup', bulkInquiry),
];

const knownPaths = new Set(calls.map((call) => `/tcs${call.url}`));

export function registerTcs(app: FastifyInstance, context: SandboxContext): void {
  app.register(async (scope) => registerCalls(scope, context), { prefix: '/tcs' });
  app.post('/_control/tcs/expire-tokens', async (_request, reply) => {
    expireAccessTokens(context);
    await context.state.flush();
    return reply.code(204).send();
  });
}

function registerCalls(scope: FastifyInstance, context: SandboxContext): void {
  readBodies(scope, { form: false });
  registerTrackingPage(scope, context, {
    courier: 'TCS',
    courierName: 'TCS Express',
    path: '/track/:cn',
    names: ['cn'],
  });
  for (const call of calls) {
    const handler = operation(context, tcsFaultAnswers, call.operation, (request) => call.answer(context, request));
    scope.route({ method: call.http, url: call.url, handler });
  }
  scope.setNotFoundHandler((request, reply) => {
    recordRejectedRequest(context, tcsFaultAnswers, request, 'unknown path or method');
    const [path = ''] = request.url.split('?');
    return send(reply, knownPaths.has(path) ? wrongMethodPage() : notFoundPage());
  });
}

function bearerCall(
  http: 'GET' | 'POST',
  url: string,
  name: Operation,
  answer: (context: SandboxContext, fields: Fields) => Reply,
): Call {
  return {
    http: [http],
    url,
    operation: name,
    answer: (context, request) => withBearer(context, request, (fields) => answer(context, fields)),
  };
}

function fullCall(
  http: 'GET' | 'POST',
  url: string,
  name: Operation,
  answer: (context: SandboxContext, account: TcsAccount, fields: Fields) => Reply,
): Call {
  return {
    http: [http],
    url,
    operation: name,
    answer: (context, request) =>
      withBothTokens(context, request, (account, fields) => answer(context, account, fields)),
  };
}
