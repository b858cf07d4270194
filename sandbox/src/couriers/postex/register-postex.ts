import type { FastifyInstance } from 'fastify';
import type { SandboxContext } from '../../core/sandbox-context.ts';
import type { Answer } from '../http/answer.ts';
import type { Operation } from '../http/operation.ts';
import { recordRejectedRequest, operation, send } from '../http/operation.ts';
import { readBodies } from '../http/request-body.ts';
import { registerTrackingPage } from '../http/tracking-page.ts';
import { createMerchantAddress, merchantAddresses } from './addresses.ts';
import { cancelOrder, saveShipperAdvice, shipperAdvice } from './change-orders.ts';
import { postexCities } from './cities.ts';
import { createOrder } from './create-order.ts';
import type { MerchantRequest } from './envelope.ts';
import { forMerchant, notFoundPage, postexFaultAnswers, succeeded } from './envelope.ts';
import { allOrders, unbookedOrders } from './list-orders.ts';
import { airwayBills, loadSheet } from './print-documents.ts';
import { statusVocabulary } from './statuses.ts';
import { paymentStatus, trackOrder, trackOrders } from './track-orders.ts';

type Call = {
  http: 'GET' | 'POST' | 'PUT';
  url: string;
  operation: Operation;
  /** Query parameters the call cannot do without. */
  parameters?: Record<string, 'String' | 'List' | 'Integer'>;
  answer(context: SandboxContext, merchantRequest: MerchantRequest): Answer | Promise<Answer>;
};

const dates = { startDate: 'String', endDate: 'String' } as const;

const calls: Call[] = [
  {
    http: 'GET',
    url: '/v2/get-operational-city',
    operation: 'cities',
    answer: () => succeeded('SUCCESSFULLY RETRIEVE OPERATIONAL CITIES', postexCities),
  },
  { http: 'GET', url: '/v1/get-merchant-address', operation: 'verify', answer: merchantAddresses },
  { http: 'POST', url: '/v2/create-merchant-address', operation: 'other', answer: createMerchantAddress },
  {
    http: 'GET',
    url: '/v1/get-order-types',
    operation: 'other',
    answer: () => succeeded('SUCCESSFULLY RETRIEVE ORDER TYPES', ['Normal', 'Reversed', 'Replacement']),
  },
  { http: 'POST', url: '/v3/create-order', operation: 'book', answer: createOrder },
  { http: 'GET', url: '/v2/get-unbooked-orders', operation: 'lookup', parameters: dates, answer: unbookedOrders },
  { http: 'POST', url: '/v2/generate-load-sheet', operation: 'other', answer: loadSheet },
  { http: 'GET', url: '/v1/track-order/:trackingNumber', operation: 'track', answer: trackOrder },
  {
    http: 'GET',
    url: '/v1/track-bulk-order',
    operation: 'track',
    parameters: { TrackingNumbers: 'List' },
    answer: trackOrders,
  },
  {
    http: 'GET',
    url: '/v1/get-invoice',
    operation: 'label',
    parameters: { trackingNumbers: 'String' },
    answer: airwayBills,
  },
  { http: 'PUT', url: '/v2/save-shipper-advice', operation: 'other', answer: saveShipperAdvice },
  { http: 'GET', url: '/v1/get-shipper-advice/:trackingNumber', operation: 'other', answer: shipperAdvice },
  { http: 'PUT', url: '/v1/cancel-order', operation: 'cancel', answer: cancelOrder },
  { http: 'GET', url: '/v1/payment-status/:trackingNumber', operation: 'other', answer: paymentStatus },
  {
    http: 'GET',
    url: '/v1/get-order-status',
    operation: 'other',
    answer: () => succeeded('SUCCESSFULLY RETRIEVE ORDER STATUS', statusVocabulary),
  },
  {
    http: 'GET',
    url: '/v1/get-all-order',
    operation: 'lookup',
    parameters: { orderStatusId: 'Integer', ...dates },
    answer: allOrders,
  },
];

export function registerPostex(app: FastifyInstance, context: SandboxContext): void {
  app.register(async (scope) => registerCalls(scope, context), { prefix: '/postex/services/integration/api/order' });
  registerTrackingPage(app, context, {
    courier: 'POSTEX',
    courierName: 'PostEx',
    path: '/postex/tracking',
    names: ['cn'],
  });
}

function registerCalls(scope: FastifyInstance, context: SandboxContext): void {
  readBodies(scope, { form: false });
  for (const call of calls) {
    const handler = operation(context, postexFaultAnswers, call.operation, (request) =>
      forMerchant(request, call.parameters ?? {}, (merchantRequest) => call.answer(context, merchantRequest)),
    );
    scope.route({ method: call.http, url: call.url, handler });
  }
  scope.setNotFoundHandler((request, reply) => {
    recordRejectedRequest(context, postexFaultAnswers, request, 'unknown path or method');
    return send(reply, notFoundPage());
  });
}
