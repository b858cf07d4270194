import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SandboxContext } from '../../core/sandbox-context.ts';
import type { Answer } from '../http/answer.ts';
import { json, malformed, pdf } from '../http/answer.ts';
import { consignmentBook } from '../parcels/consignment-book.ts';
import type { Fields } from '../http/fields.ts';
import { fieldsOf, text } from '../http/fields.ts';
import type { Operation } from '../http/operation.ts';
import { recordRejectedRequest, operation, send } from '../http/operation.ts';
import { isJson, readBodies } from '../http/request-body.ts';
import { printPdf, labelOf } from '../parcels/label-pdf.ts';
import { registerTrackingPage } from '../http/tracking-page.ts';
import type { LeopardAccount } from './accounts.ts';
import { bookPacket } from './book-packet.ts';
import { cancelPackets } from './cancel-packets.ts';
import { leopardCities } from './cities.ts';
import { forAccount, leopardFaultAnswers, notFoundPage, refused } from './envelope.ts';
import { downloadLoadSheet, generateLoadSheet } from './load-sheets.ts';
import { bookedPacketLastStatus, shipmentDetailsByOrderId } from './lookups.ts';
import { paymentDetails, shippingCharges } from './payments.ts';
import { shipperDetails } from './shippers.ts';
import { trackPackets } from './track-packets.ts';

type Method = {
  name: string;
  http: ('GET' | 'POST')[];
  operation: Operation;
  /** Keys that are null when the credentials are refused. */
  empty?: string[];
  /** The call takes arrays, so a form body is refused with this error. */
  jsonOnly?: string;
  path?: string;
  answer(context: SandboxContext, account: LeopardAccount, fields: Fields): Answer | Promise<Answer>;
};

const methods: Method[] = [
  {
    name: 'getAllCities',
    http: ['GET', 'POST'],
    operation: 'cities',
    empty: ['city_list'],
    answer: () => json({ status: 1, error: '0', city_list: leopardCities }),
  },
  {
    name: 'bookPacket',
    http: ['GET', 'POST'],
    operation: 'book',
    empty: ['track_number', 'slip_link'],
    answer: bookPacket,
  },
  { name: 'cancelBookedPackets', http: ['POST'], operation: 'cancel', answer: cancelPackets },
  {
    name: 'trackBookedPacket',
    http: ['GET', 'POST'],
    operation: 'track',
    empty: ['packet_list'],
    answer: trackPackets,
  },
  {
    name: 'getShipmentDetailsByOrderID',
    http: ['POST'],
    operation: 'lookup',
    jsonOnly: 'Shipment Order ID is required',
    answer: shipmentDetailsByOrderId,
  },
  {
    name: 'getBookedPacketLastStatus',
    http: ['GET'],
    operation: 'lookup',
    empty: ['packet_list'],
    answer: bookedPacketLastStatus,
  },
  {
    name: 'generateLoadSheet',
    http: ['POST'],
    operation: 'other',
    jsonOnly: 'CN required',
    answer: generateLoadSheet,
  },
  {
    name: 'downloadLoadSheet',
    http: ['POST'],
    operation: 'other',
    jsonOnly: 'Load Sheet ID is required',
    answer: (context, account, fields) => downloadLoadSheet(context, account, fields, 'JSON'),
  },
  {
    name: 'downloadLoadSheet',
    path: '/downloadLoadSheet',
    http: ['POST'],
    operation: 'other',
    jsonOnly: 'Load Sheet ID is required',
    answer: (context, account, fields) => downloadLoadSheet(context, account, fields, 'PDF'),
  },
  { name: 'getPaymentDetails', http: ['GET'], operation: 'other', empty: ['payment_list'], answer: paymentDetails },
  { name: 'getShippingCharges', http: ['GET'], operation: 'other', empty: ['data'], answer: shippingCharges },
  {
    name: 'getShipperDetails',
    http: ['GET'],
    operation: 'verify',
    empty: ['data'],
    answer: (_world, account, fields) => shipperDetails(account, fields),
  },
];

export function registerLeopard(app: FastifyInstance, context: SandboxContext): void {
  app.register(async (scope) => registerApi(scope, context), { prefix: '/leopard/api' });
  app.get(
    '/leopard/slip/:number',
    operation(context, leopardFaultAnswers, 'label', async (request) => {
      const parcel = consignmentBook(context).find('LEOPARD', text(fieldsOf(request.params), 'number'));
      return parcel ? pdf(await printPdf([labelOf(parcel, 'Leopards Courier')])) : notFoundPage();
    }),
  );
  registerTrackingPage(app, context, {
    courier: 'LEOPARD',
    courierName: 'Leopards Courier',
    path: '/leopard/tracking',
    names: ['cn'],
  });
}

function registerApi(scope: FastifyInstance, context: SandboxContext): void {
  readBodies(scope, { form: true });
  for (const method of methods) {
    const path = method.path ?? `/${method.name}/format/json`;
    const handler = operation(context, leopardFaultAnswers, method.operation, (request) =>
      answerTo(context, method, request),
    );
    for (const url of [path, `${path}/`]) scope.route({ method: method.http, url, handler });
  }
  scope.setNotFoundHandler((request, reply) => {
    recordRejectedRequest(context, leopardFaultAnswers, request, 'unknown path or method');
    return send(reply, notFoundPage());
  });
}

function answerTo(context: SandboxContext, method: Method, request: FastifyRequest): Answer | Promise<Answer> {
  return forAccount(request, method.empty ?? [], (account, fields) => {
    const words = method.jsonOnly;
    if (words !== undefined && !isJson(request)) return malformed('this call takes JSON only', refused(words));
    return method.answer(context, account, fields);
  });
}
