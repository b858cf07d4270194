import type { CourierScript } from '../courier-script.testing.ts';
import { createMnp } from './adapter.ts';

const scan = (at: string, text: string, tag: string) => ({
  TrackingTagID: tag,
  TransactionTime: at,
  Location: null,
  TrackingStatus: text,
  Event: null,
  TrackingNarration: 'Narration of the scan. ',
});

const tracked = (...details: readonly object[]) => ({
  json: [
    {
      isSuccess: 'true',
      message: 'Consignment Number Valid',
      tracking_Details: details,
      orderReferenceIdList: ['Succesfull'],
    },
  ],
});

const found = {
  consignmentNumber: '547306411236984',
  consignee: 'Ayesha',
  consigneePhoneNo: '3001234567',
  CODAmount: 1500,
  CustomerOrderNo: 'CD1043-K7Q2MX',
};

const booked = { ConsignmentNumber: '547306411236984', OrderId: 'CD1043-K7Q2MX', BookingDate: '02 Feb 2026' };

const nothing = { json: [{ isSuccess: 'false', message: 'No record found', tracking_Details: [] }] };

const ofAnother = tracked({
  ...booked,
  ConsignmentNumber: '547306411236980',
  CNTrackingDetail: [scan('02/02/2026 12:00:00', 'Delivered', '9')],
});

/** M&P's answers as docs/contracts/mnp.md describes them. */
export const mnpScript: CourierScript = {
  create: (url) => createMnp({ baseUrl: `${url}/mycodapi/api`, trackingUrl: `${url}/tracking/api` }),
  fields: {
    username: 'demo_store',
    api_password: 'SECRET-PASS',
    account_no: '4T154',
    location_id: '88',
    return_location: '88',
    sub_account_id: '6',
    insert_type: '19',
  },
  city: { id: 'LAHORE ', name: 'LAHORE' },
  paths: {
    book: '/api/Booking/InsertBookingData',
    cities: '/api/Branches/Get_Cities',
    verify: '/api/Branches/Get_Cities',
    track: '/api/Tracking/Bulk_Consignment_Tracking_New',
    lookUp: '/api/Reports/CN_Detail_Customer_Order_No',
  },
  booked: [
    {
      answer: {
        json: [{ isSuccess: 'true', message: 'Order saved successfully!', orderReferenceId: '544794010101495' }],
      },
      trackingNumber: '544794010101495',
    },
    {
      answer: { json: { isSuccess: true, message: 'Order saved successfully!', orderReferenceId: 544794010101496 } },
      trackingNumber: '544794010101496',
    },
  ],
  sent: ({ json }) => {
    const body = Object(json);
    return {
      reference: body.custRefNo,
      cod: body.codAmount,
      pieces: body.pieces,
      grams: Math.round(body.weight * 1000),
      phone: body.consigneeMobNo,
      everythingElse: JSON.stringify(json),
      texts: [
        { text: body.consigneeName, max: 50 },
        { text: body.consigneeAddress, max: 200 },
        { text: body.productDetails, max: 50 },
        { text: body.remarks, max: 200 },
      ],
    };
  },
  refused: [
    {
      answer: { json: [{ isSuccess: 'false', message: 'COD amount must be greater than 0', orderReferenceId: '' }] },
      words: 'COD amount must be greater than 0',
    },
    {
      answer: { json: { isSuccess: false, message: 'Invalid Return Location', orderReferenceId: null } },
      words: 'Invalid Return Location',
    },
    { answer: { status: 400, json: { Message: 'The request is invalid.' } }, words: 'The request is invalid.' },
  ],
  unauthorised: [
    { json: [{ isSuccess: 'false', message: 'Invalid username or password', orderReferenceId: '' }] },
    { status: 401, json: { Message: 'Authorization has been denied for this request.' } },
  ],
  unclear: {
    'a success without a number': {
      json: [{ isSuccess: 'true', message: 'Order saved successfully!', orderReferenceId: '' }],
    },
    'the words of a success without its flag and number': {
      json: [{ message: 'Order saved successfully!' }],
    },
    'a success that speaks of an error': {
      json: [{ isSuccess: 'true', message: 'Error while saving', orderReferenceId: '544794010101495' }],
    },
    'a reference that already exists': {
      json: [{ isSuccess: 'false', message: 'Order Reference already exist', orderReferenceId: '' }],
    },
    'a duplicate reported as success': {
      json: [{ isSuccess: 'true', message: 'Reference already exists', orderReferenceId: '544794010101495' }],
    },
    'a server in trouble': {
      json: [
        {
          isSuccess: 'false',
          message: 'Object reference not set to an instance of an object.',
          orderReferenceId: null,
        },
      ],
    },
    'an empty list': { json: [] },
  },
  cities: { json: [{ City: ['LAHORE ', 'ATTOCK', 'BAIJI CHOWK ', 'bannu', 'Attock'] }] },
  verified: {
    answer: { json: [{ City: ['ALI PUR', 'ATTOCK'] }] },
    more: {
      '/Locations/Get_locations': {
        json: {
          isSucces: true,
          message: 'Success',
          locationList: [{ locationID: 88, locationName: 'Shop', locationAddress: 'Mall Road' }],
        },
      },
      '/Locations/GetSubAccountLocations': {
        json: {
          isSucces: true,
          message: 'Success',
          locationList: [{ locationID: 88, locationName: 'Shop', locationAddress: 'Mall Road' }],
        },
      },
      '/UserManagement/GetSubAccounts': {
        json: {
          isSucces: true,
          message: 'Success',
          locationList: [{ subAccountId: 6, shipperName: 'Demo', shipperAddress: 'Mall' }],
        },
      },
    },
  },
  tracked: {
    known: '547306411236984',
    unknown: '547306411236999',
    status: 'INPROCESS',
    script: {
      '/Tracking/Bulk_Consignment_Tracking_New': tracked({
        ...booked,
        CODAmount: '1500',
        ContactNo: '3001234567',
        CNTrackingDetail: [
          scan('02/01/2026 18:00:00', 'Arrived at OPS Facility', '3'),
          scan('01/31/2026 11:49:14', 'Booked', '1'),
          scan('02/02/2026 12:00:00', 'Unsuccessful Delivery Attempt', '6'),
          scan('01/31/2026 11:49:14', 'Booked', '1'),
        ],
      }),
    },
  },
  mistaken: {
    another: '547306411236980',
    scripts: [{ '/Tracking/Bulk_Consignment_Tracking_New': ofAnother, '/CNTracking': ofAnother }],
  },
  found: {
    live: '547306411236984',
    cancelled: '547306411236985',
    cod: 1500,
    phone: '03001234567',
    script: {
      '/Reports/CN_Detail_Customer_Order_No': {
        json: [
          {
            isSuccess: true,
            message: 'Success',
            Details: [
              found,
              { ...found, consignmentNumber: '547306411236985' },
              { ...found, consignmentNumber: '547306411236986', CustomerOrderNo: 'CD1043-K7Q2MX2' },
            ],
          },
        ],
      },
      '/Tracking/Bulk_Consignment_Tracking_New': tracked(
        { ...booked, CNTrackingDetail: [scan('02/02/2026 11:49:14', 'Booked', '1')] },
        {
          ...booked,
          ConsignmentNumber: '547306411236985',
          CNTrackingDetail: [scan('02/02/2026 11:49:14', 'Booked', '1'), scan('02/02/2026 12:49:14', 'Void', '2')],
        },
      ),
    },
  },
  notFound: { '/Reports/CN_Detail_Customer_Order_No': nothing },
};
