import type { CourierScript } from '../courier-script.testing.ts';
import { createPostex } from './adapter.ts';

const base = '/services/integration/api/order';

const record = {
  trackingNumber: '26704560000656',
  orderRefNumber: 'CD1043-K7Q2MX',
  customerPhone: '03001234567',
  invoicePayment: 1500,
  transactionDate: '2026-02-02 15:00:01',
  transactionStatus: 'Unbooked',
};

const listed = (rows: readonly object[]) => ({
  json: { statusCode: '200', statusMessage: 'SUCCESSFULLY OPERATED', dist: rows },
});

const springText =
  'Validation failed for argument [1] in public org.springframework.http.ResponseEntity com.postex.OrderController.createOrder(java.lang.String,OrderDto) with 2 errors: ' +
  "[Field error in object 'orderDto' on field 'cityName': rejected value [null]; codes [NotNull.orderDto.cityName,NotNull]; arguments [x]; default message [cityName]]; default message [must not be null]] " +
  "[Field error in object 'orderDto' on field 'customerPhone': rejected value []; codes [Size]; default message [customerPhone]]; default message [size must be between 11 and 11]]";

const delivered = { ...record, trackingNumber: '26704560000650', transactionStatus: 'Delivered' };

/** PostEx's answers as docs/contracts/postex.md describes them. */
export const postexScript: CourierScript = {
  create: (url) => createPostex({ baseUrl: `${url}${base}` }),
  fields: { token: 'SECRET-TOKEN-ABCDEF', address_code: '001' },
  city: { id: 'Lahore', name: 'Lahore' },
  paths: {
    book: `${base}/v3/create-order`,
    cancel: `${base}/v1/cancel-order`,
    cities: `${base}/v2/get-operational-city`,
    verify: `${base}/v1/get-merchant-address`,
    track: `${base}/v1/track-order/`,
    lookUp: `${base}/v2/get-unbooked-orders`,
  },
  booked: [
    {
      answer: {
        json: {
          statusCode: '200',
          statusMessage: 'ORDER HAS BEEN CREATED',
          dist: { trackingNumber: '26704560000656', orderStatus: 'UnBooked', orderDate: '2026-10-08 14:03:11' },
        },
      },
      trackingNumber: '26704560000656',
    },
    {
      answer: {
        json: {
          statusCode: '200',
          statusMessage: 'ORDER HAS BEEN CREATED',
          dist: [{ trackingNumber: 26704560000657 }],
        },
      },
      trackingNumber: '26704560000657',
    },
  ],
  sent: ({ json }) => {
    const body = Object(json);
    return {
      reference: body.orderRefNumber,
      cod: body.invoicePayment,
      pieces: body.items,
      grams: Math.round(body.bookingWeight * 1000),
      phone: body.customerPhone,
      everythingElse: JSON.stringify(json),
      texts: [
        { text: body.customerName, max: Infinity },
        { text: body.deliveryAddress, max: Infinity },
        { text: body.orderDetail, max: 500 },
        { text: body.transactionNotes, max: 500 },
      ],
    };
  },
  refused: [
    {
      answer: {
        json: {
          statusCode: '400',
          statusMessage: 'BOTH PICKUP ADDRESS CODE AND STORE ADDRESS CODE MUST NOT BE NULL AT THE SAME TIME',
        },
      },
      words: 'BOTH PICKUP ADDRESS CODE AND STORE ADDRESS CODE MUST NOT BE NULL AT THE SAME TIME',
    },
    {
      answer: { status: 400, json: { statusCode: '400', statusMessage: springText } },
      words: 'cityName: must not be null; customerPhone: size must be between 11 and 11',
    },
    {
      answer: {
        status: 400,
        json: {
          status: 400,
          error: 'Bad Request',
          trace:
            "org.springframework.web.bind.MissingServletRequestParameterException: Required String parameter 'startDate' is not present\n\tat org.springframework",
        },
      },
      words: "Required String parameter 'startDate' is not present",
    },
  ],
  unauthorised: [
    { status: 401, json: { statusCode: '401', statusMessage: 'TOKEN IS INVALID' } },
    { json: { statusCode: '401', statusMessage: 'TOKEN IS INVALID' } },
  ],
  unclear: {
    'a success without a number': { json: { statusCode: '200', statusMessage: 'ORDER HAS BEEN CREATED', dist: {} } },
    'a success without anything': { json: { statusCode: '200', statusMessage: 'ORDER HAS BEEN CREATED' } },
    'a number with a failure': {
      json: { statusCode: '400', statusMessage: 'INVALID REQUEST', dist: { trackingNumber: '26704560000656' } },
    },
    'a success with another code': { json: { statusCode: '201', statusMessage: 'ORDER HAS BEEN CREATED' } },
    'a duplicate reference': { json: { statusCode: '400', statusMessage: 'DUPLICATE ORDER REF NUMBER' } },
    'an inner error': { json: { statusCode: '500', statusMessage: 'INTERNAL SERVER ERROR' } },
    'no status code': { json: { message: 'hello' } },
  },
  cancelled: {
    answer: { json: { statusCode: '200', statusMessage: 'ORDER HAS BEEN CANCELLED' } },
    refused: { status: 404, json: { statusCode: '404', statusMessage: 'ORDER NOT FOUND' } },
  },
  cities: {
    json: {
      statusCode: '200',
      dist: [
        { operationalCityName: 'Lahore', countryName: 'Pakistan', isPickupCity: true, isDeliveryCity: true },
        { operationalCityName: 'LAHORE CANTT', countryName: 'Pakistan', isPickupCity: 'true', isDeliveryCity: 'true' },
        { operationalCityName: 'Lahore', countryName: 'Pakistan', isPickupCity: true, isDeliveryCity: true },
        { operationalCityName: 'PICKUP ONLY', countryName: 'Pakistan', isPickupCity: true, isDeliveryCity: 'false' },
      ],
    },
  },
  verified: { answer: listed([{ addressCode: '001', address: 'Shop 4\nMall Road', cityName: 'Lahore' }]) },
  tracked: {
    known: '26704560000656',
    unknown: '26704560000999',
    status: 'INPROCESS',
    script: {
      [`${base}/v1/track-bulk-order`]: listed([
        { trackingNumber: '26704560000999', message: 'ORDER NOT FOUND' },
        {
          trackingNumber: '26704560000656',
          message: 'SUCCESSFULLY RETRIEVE ORDER',
          trackingResponse: {
            ...record,
            transactionStatus: 'Attempted',
            transactionStatusHistory: [
              {
                transactionStatusMessage: 'Attempt Made: RFD(REFUSED TO RECEIVE)',
                transactionStatusMessageCode: '0013',
                updatedAt: '2026-02-02 14:30:00',
              },
              {
                transactionStatusMessage: 'At PostEx Warehouse',
                transactionStatusMessageCode: '0003',
                updatedAt: '2026-02-01T09:00:00',
              },
              {
                transactionStatusMessage: 'At PostEx Warehouse',
                transactionStatusMessageCode: '0003',
                updatedAt: '2026-02-01 09:00:00',
              },
            ],
          },
        },
      ]),
    },
  },
  mistaken: {
    another: '26704560000650',
    scripts: [
      {
        [`${base}/v1/track-order/`]: { json: { statusCode: '200', statusMessage: 'OK', dist: delivered } },
        [`${base}/v1/track-bulk-order`]: listed([
          { trackingNumber: '26704560000656', message: 'OK', trackingResponse: delivered },
        ]),
      },
    ],
  },
  found: {
    live: '26704560000656',
    cancelled: '26704560000658',
    cod: 1500,
    phone: '03001234567',
    script: {
      [`${base}/v2/get-unbooked-orders`]: listed([record]),
      [`${base}/v1/get-all-order`]: listed([
        { ...record, orderRefNumber: '#CD1043-K7Q2MX' },
        {
          trackingNumber: '26704560000658',
          message: 'OK',
          trackingResponse: { ...record, trackingNumber: '26704560000658', transactionStatus: 'Cancelled' },
        },
        { ...record, trackingNumber: '26704560000659', orderRefNumber: 'CD1043-K7Q2MX2' },
      ]),
    },
  },
  notFound: {
    [`${base}/v2/get-unbooked-orders`]: { json: { statusCode: '404', statusMessage: 'RECORD NOT FOUND' } },
    [`${base}/v1/get-all-order`]: listed([]),
  },
};
