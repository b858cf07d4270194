import type { CourierScript } from '../courier-script.testing.ts';
import { createTcs } from './adapter.ts';

const noData = {
  json: {
    shipmentinfo: null,
    deliveryinfo: null,
    checkpoints: null,
    shipmentsummary: 'No Data Found/Invalid CN',
    message: 'FAIL',
  },
};

const row = {
  'booking date': '02/02/2026',
  'cn by courier': '779412323079',
  'cn status': 'Booked',
  'order no': 'CD1043-K7Q2MX',
  'cod amount': 1500,
};

const listed = (...detail: readonly object[]) => ({
  json: { detail, message: 'SUCCESS', status: 'true', traceid: 't' },
});

export const tcsTokens = {
  '/auth/api/auth': {
    json: {
      result: { accessToken: 'SECRET.BEARER.JWT', expiry: '2027-01-04T05:08:47Z', userInformation: null },
      status: true,
      code: '0200',
    },
  },
  '/ecom/api/authentication/token': {
    json: {
      accesstoken: 'SECRET+access/token=',
      expiry: '2027-06-08T09:01:25.0704875Z',
      message: 'success',
      traceid: 't',
    },
  },
};

/** TCS's answers as docs/contracts/tcs.md describes them. */
export const tcsScript: CourierScript = {
  create: (url) => createTcs({ baseUrl: url }),
  always: tcsTokens,
  fields: {
    username: 'demo.store',
    api_password: 'SECRET-PASS',
    tcs_account_id: '04011K1',
    client_id: '205659575',
    client_secret: 'SECRET+CLIENT',
    bearer_token: '',
    cost_center_code: '001 - LHR',
    environment: 'production',
    shipper_name: 'Demo Store',
    shipper_address: '12-B Main Boulevard, Gulberg III',
    shipper_mobile: '03007654321',
    shipper_city: 'LAHORE',
  },
  city: { id: 'LHE LAHORE', name: 'LAHORE' },
  paths: {
    book: '/ecom/api/booking/create',
    cancel: '/ecom/api/booking/cancel',
    cities: '/ecom/api/setup/citylistbycountry',
    verify: '/ecom/api/inquiry/costcenterinquiry',
    track: '/tracking/api/Tracking/GetDynamicTrackDetail',
    lookUp: '/ecom/api/inquiry/cnbulkinquiry',
  },
  booked: [
    {
      answer: {
        json: {
          response: 'SUCCESS',
          consignmentNo: '99210301520',
          code: '200',
          status: true,
          message: 'success',
          requestTime: '07:27:43',
          responseTime: '07:27:44',
        },
      },
      trackingNumber: '99210301520',
    },
    {
      answer: { json: { consignmentNo: '99210301521', message: 'success', traceid: 'ed7ee14b' } },
      trackingNumber: '99210301521',
    },
    { answer: { json: { consignmentno: 99210301522, message: 'SUCCESS' } }, trackingNumber: '99210301522' },
  ],
  sent: ({ json }) => {
    const body = Object(json);
    return {
      reference: body.shipmentinfo.referenceno,
      cod: body.shipmentinfo.codamount,
      pieces: body.shipmentinfo.pieces,
      grams: Math.round(body.shipmentinfo.weightinkg * 1000),
      phone: body.consigneeinfo.mobile,
      everythingElse: JSON.stringify(json),
      texts: [
        { text: body.consigneeinfo.firstname, max: 50 },
        { text: body.consigneeinfo.lastname, max: 50 },
        { text: body.consigneeinfo.address1, max: 120 },
        { text: body.consigneeinfo.address2, max: 120 },
        { text: body.consigneeinfo.address3, max: 120 },
        { text: body.shipmentinfo.contentdesc, max: 50 },
        { text: body.shipmentinfo.remarks, max: 500 },
      ],
    };
  },
  refused: [
    {
      answer: {
        status: 400,
        json: { error: [{ errorname: 'error description' }], message: 'Summary of error', traceid: 't' },
      },
      words: 'error description; Summary of error',
    },
    {
      answer: {
        json: {
          errorList: [{ key: 'shipmentinfo.weightinkg', errormessage: 'Insert valid Decimal number' }],
          message: '',
        },
      },
      words: 'shipmentinfo.weightinkg: Insert valid Decimal number',
    },
    { answer: { json: { message: 'No Cost Center found.', traceid: 't' } }, words: 'No Cost Center found.' },
    { answer: { json: { message: 'FAILURE: Invalid Origin City.' } }, words: 'FAILURE: Invalid Origin City.' },
  ],
  unauthorised: [
    {
      status: 401,
      json: { code: 401, message: 'Invalid Bearer token. Mismatch configuration.', status: 'UnAuthorized' },
    },
    { json: { code: 'UnAuthorized', message: 'Invalid access token', status: 401 } },
  ],
  unclear: {
    'a success without a number': {
      json: { response: 'SUCCESS', consignmentNo: '', status: true, message: 'success' },
    },
    'a success in other words without a number': {
      json: { message: 'Consignment created', consignmentNo: null, status: true, code: '200' },
    },
    'words that say neither': { json: { message: 'Request is being processed', traceid: 't' } },
    'a failure with a number': { json: { consignmentNo: '99210301520', message: 'Failure: not printed' } },
    'a duplicate reference': { json: { message: 'Failure: duplicate reference no' } },
    'nothing at all': { json: {} },
  },
  cancelled: {
    answer: { json: { message: 'SUCCESS', traceid: 't' } },
    refused: { json: { message: 'Failure: No Record Founds', traceid: 't' } },
  },
  cities: {
    json: {
      message: 'SUCCESS',
      data: [
        { citycode: 'LHE', cityname: 'LAHORE' },
        { citycode: 'TAL', cityname: 'TALL' },
        { citycode: 'TAL', cityname: 'TALAGANG' },
        { citycode: 'TAL', cityname: 'TALL' },
      ],
    },
  },
  verified: {
    answer: {
      json: {
        detail: [{ costcentercode: '001 - LHR', costcentercity: 'LAHORE', costcentername: 'Shop' }],
        message: 'success',
        traceid: 't',
      },
    },
  },
  tracked: {
    known: '779412326902',
    unknown: '779412326999',
    status: 'INPROCESS',
    script: {
      '/tracking/api/Tracking/GetDynamicTrackDetail': [
        noData,
        {
          json: {
            shipmentinfo: [{ consignmentno: '779412326902', bookingdate: 'Jan 31, 2026', referenceno: 'NA' }],
            deliveryinfo: [
              {
                station: 'BAGH',
                datetime: 'Monday Feb 02, 2026 11:58',
                recievedby: null,
                status: 'Awaiting Receiver Collection',
                code: 'SC',
              },
            ],
            checkpoints: [
              { datetime: 'Sunday    Feb 01, 2026 23:19', recievedby: 'LAHORE', status: 'Arrived at TCS Facility' },
              { datetime: 'Sunday Feb 01, 2026 23:19', recievedby: 'LAHORE', status: 'Arrived at TCS Facility' },
            ],
            shipmentsummary: 'Current Status: ON HOLD',
            message: 'SUCCESS',
          },
        },
      ],
    },
  },
  mistaken: {
    another: '779412326900',
    scripts: [
      {
        '/tracking/api/Tracking/GetDynamicTrackDetail': {
          json: {
            shipmentinfo: [{ consignmentno: '779412326900', bookingdate: 'Jan 31, 2026', referenceno: 'NA' }],
            deliveryinfo: [
              {
                consignmentno: '779412326900',
                station: 'BAGH',
                datetime: 'Monday Feb 02, 2026 11:58',
                recievedby: 'IMROOZ',
                status: 'Delivered',
                code: 'OK',
              },
            ],
            checkpoints: [],
            shipmentsummary: 'Current Status: DELIVERED',
            message: 'SUCCESS',
          },
        },
        '/ecom/api/Payment/status': listed({ ...row, 'cn by courier': '779412326900', 'cn status': 'OK' }),
      },
    ],
  },
  found: {
    live: '779412323079',
    cancelled: '779412323080',
    cod: 1500,
    script: {
      '/ecom/api/inquiry/cnbulkinquiry': listed(
        row,
        { ...row, 'cn by courier': '779412323080', 'cn status': 'Cancelled' },
        { ...row, 'cn by courier': '779412323081', 'order no': 'CD1043-K7Q2MX2' },
      ),
    },
  },
  notFound: {
    '/ecom/api/inquiry/cnbulkinquiry': { json: { detail: null, message: 'No Data Found', status: 'true' } },
    '/ecom/api/Payment/detail': { json: { detail: null, message: 'No Data Found', status: 'true' } },
  },
};
