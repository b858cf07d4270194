import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { World } from '../../world.ts';
import type { Answer } from '../answer.ts';
import type { Fields } from '../fields.ts';
import type { Operation } from '../operation.ts';
import { noteRefusal, operation, send } from '../operation.ts';
import { readBodies } from '../request-body.ts';
import { registerTrackingPage } from '../tracking-page.ts';
import type { TcsAccount } from './accounts.ts';
import { accessToken, gatewayToken } from './authenticate.ts';
import { cancelBooking, createBooking, printLabel } from './bookings.ts';
import { asked, notFoundPage, tcsVoice, withBearer, withBothTokens, wrongMethodPage } from './envelope.ts';
import { bulkInquiry, paymentDetail, paymentStatus } from './money.ts';
import { cityList, costCentreList, createCostCentre, deliveryStatusList } from './set-up.ts';
import { expireAccessTokens } from './tokens.ts';
import { trackDetail } from './track-detail.ts';

type Reply = Answer | Promise<Answer>;

interface Call {
  http: ('GET' | 'POST')[];
  url: string;
  operation: Operation;
  answer(world: World, request: FastifyRequest): Reply;
}

const calls: Call[] = [
  {
    http: ['GET', 'POST'],
    url: '/auth/api/auth',
    operation: 'verify',
    answer: (world, request) => gatewayToken(world, asked(request)),
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

export function registerTcs(app: FastifyInstance, world: World): void {
  app.register(async (scope) => registerCalls(scope, world), { prefix: '/tcs' });
  app.post('/_control/tcs/expire-tokens', async (_request, reply) => {
    expireAccessTokens(world);
    await world.state.flush();
    return reply.code(204).send();
  });
}

function registerCalls(scope: FastifyInstance, world: World): void {
  readBodies(scope, { form: false });
  registerTrackingPage(scope, world, { courier: 'TCS', courierName: 'TCS Express', path: '/track/:cn', names: ['cn'] });
  for (const call of calls) {
    const handler = operation(world, tcsVoice, call.operation, (request) => call.answer(world, request));
    scope.route({ method: call.http, url: call.url, handler });
  }
  scope.setNotFoundHandler((request, reply) => {
    noteRefusal(world, tcsVoice, request, 'unknown path or method');
    const [path = ''] = request.url.split('?');
    return send(reply, knownPaths.has(path) ? wrongMethodPage() : notFoundPage());
  });
}

function bearerCall(
  http: 'GET' | 'POST',
  url: string,
  name: Operation,
  answer: (world: World, fields: Fields) => Reply,
): Call {
  return {
    http: [http],
    url,
    operation: name,
    answer: (world, request) => withBearer(world, request, (fields) => answer(world, fields)),
  };
}

function fullCall(
  http: 'GET' | 'POST',
  url: string,
  name: Operation,
  answer: (world: World, account: TcsAccount, fields: Fields) => Reply,
): Call {
  return {
    http: [http],
    url,
    operation: name,
    answer: (world, request) => withBothTokens(world, request, (account, fields) => answer(world, account, fields)),
  };
}
