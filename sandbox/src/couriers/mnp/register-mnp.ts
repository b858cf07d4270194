import type { FastifyInstance } from 'fastify';
import type { SandboxContext } from '../../core/sandbox-context.ts';
import type { Answer } from '../http/answer.ts';
import type { Fields } from '../http/fields.ts';
import type { Operation } from '../http/operation.ts';
import { recordRejectedRequest, operation, send } from '../http/operation.ts';
import { readBodies } from '../http/request-body.ts';
import { registerTrackingPage } from '../http/tracking-page.ts';
import { bookingCities, deliveryCities } from './cities.ts';
import { requestFields, frameworkNotFound, mnpFaultAnswers, unreadable } from './envelope.ts';
import { insertBooking } from './insert-booking.ts';
import { accountList, cityList, locationList, subAccountList, subAccountLocationList } from './account-lists.ts';
import { detailByReference, paymentReport } from './reports.ts';
import { trackWithOlderApi, trackManyConsignments, trackWithPublicApi } from './track-consignments.ts';
import { voidConsignments } from './void-consignments.ts';

type Call = {
  http: 'GET' | 'POST';
  url: string;
  operation: Operation;
  answer(context: SandboxContext, fields: Fields): Answer;
};

const bookingCalls: Call[] = [
  get('/Branches/Get_Cities', 'cities', (_world, fields) => cityList(fields, bookingCities)),
  get('/Branches/Get_Cities_All', 'cities', (_world, fields) => cityList(fields, deliveryCities)),
  get('/Locations/Get_locations', 'verify', (_world, fields) => locationList(fields)),
  get('/Locations/GetSubAccountLocations', 'verify', (_world, fields) => subAccountLocationList(fields)),
  get('/UserManagement/GetSubAccounts', 'verify', (_world, fields) => subAccountList(fields)),
  get('/UserManagement/GetAccounts', 'verify', (_world, fields) => accountList(fields)),
  post('/Booking/InsertBookingData', 'book', insertBooking),
  post('/Booking/VoidConsignment', 'cancel', voidConsignments),
  post('/Reports/CN_Detail_Customer_Order_No', 'lookup', detailByReference),
  post('/Reports/Payment_Report', 'other', paymentReport),
  post('/Tracking/Bulk_Consignment_Tracking_New', 'track', trackManyConsignments),
  get('/Tracking/Tracking', 'track', (context, fields) => trackWithOlderApi(context, fields, { public: true })),
  get('/Tracking/Consignment_Tracking', 'track', (context, fields) =>
    trackWithOlderApi(context, fields, { public: false }),
  ),
];

const trackingCalls: Call[] = [get('/CNTracking', 'track', trackWithPublicApi)];

export function registerMnp(app: FastifyInstance, context: SandboxContext): void {
  app.register(async (scope) => registerCalls(scope, context, bookingCalls), { prefix: '/mnp/mycodapi/api' });
  app.register(async (scope) => registerCalls(scope, context, trackingCalls), { prefix: '/mnp/tracking/api' });
  registerTrackingPage(app, context, {
    courier: 'MNP',
    courierName: 'M&amp;P',
    path: '/mnp/tracking/:cn',
    names: ['cn'],
  });
}

function registerCalls(scope: FastifyInstance, context: SandboxContext, calls: Call[]): void {
  readBodies(scope, { form: false });
  for (const call of calls) {
    const handler = operation(
      context,
      mnpFaultAnswers,
      call.operation,
      (request) => unreadable(request) ?? call.answer(context, requestFields(request)),
    );
    scope.route({ method: call.http, url: call.url, handler });
  }
  scope.setNotFoundHandler((request, reply) => {
    recordRejectedRequest(context, mnpFaultAnswers, request, 'unknown path or method');
    return send(reply, frameworkNotFound(`${context.publicUrl}${request.url.split('?')[0]}`));
  });
}

function get(url: string, name: Operation, answer: Call['answer']): Call {
  return { http: 'GET', url, operation: name, answer };
}

function post(url: string, name: Operation, answer: Call['answer']): Call {
  return { http: 'POST', url, operation: name, answer };
}
