import type { CourierScript } from '../courier-script.testing.ts';
import { createLeopard } from './adapter.ts';

const found = (rows: readonly object[]) => ({ json: { status: 1, error: '', data: rows } });

const row = {
  booking_date: '2026/02/02',
  track_number: 'KI123456789',
  booked_packet_order_id: 'CD1043-K7Q2MX',
  booked_packet_collect_amount: '1500',
  consignment_phone: '03001234567',
  booked_packet_status: 'Pickup Request not Send',
};

/** Leopards' answers as docs/contracts/leopards.md describes them. */
export const leopardScript: CourierScript = {
  create: (url) => createLeopard({ baseUrl: `${url}/api` }),
  fields: { api_key: 'SECRET-KEY-1A2B', api_password: 'SECRET-PASS', shipment_id: '' },
  city: { id: '789', name: 'LAHORE' },
  paths: {
    book: '/api/bookPacket/format/json/',
    cancel: '/api/cancelBookedPackets/format/json/',
    cities: '/api/getAllCities/format/json/',
    verify: '/api/getAllCities/format/json/',
    track: '/api/trackBookedPacket/format/json/',
    lookUp: '/api/getShipmentDetailsByOrderID/format/json/',
  },
  booked: [
    {
      answer: {
        json: { status: 1, error: 0, track_number: 'KI123456789', slip_link: 'https://leopards.example/slip' },
      },
      trackingNumber: 'KI123456789',
    },
    {
      answer: { json: { status: '1', error: 'null', packet_list: [{ track_number: 'FS1234567890' }] } },
      trackingNumber: 'FS1234567890',
    },
  ],
  sent: ({ json }) => {
    const body = Object(json);
    return {
      reference: body.booked_packet_order_id,
      cod: body.booked_packet_collect_amount,
      pieces: body.booked_packet_no_piece,
      grams: body.booked_packet_weight,
      phone: body.consignment_phone,
      everythingElse: JSON.stringify(json),
      texts: [
        { text: body.consignment_name_eng, max: Infinity },
        { text: body.consignment_address, max: Infinity },
        { text: body.special_instructions, max: 500 },
      ],
    };
  },
  refused: [
    {
      answer: { json: { status: 0, error: 'Destination City is required', track_number: null, slip_link: null } },
      words: 'Destination City is required',
    },
    {
      answer: {
        json: {
          status: 0,
          error: { consignment_name: 'Consignee Name is required', phone: 'Consignee Phone is required' },
        },
      },
      words: 'Consignee Name is required; Consignee Phone is required',
    },
    { answer: { json: { status: '0', message: 'COD Amount is required' } }, words: 'COD Amount is required' },
  ],
  unauthorised: [
    { json: { status: 0, error: 'Invalid API Key', track_number: null, slip_link: null } },
    { json: { status: 0, error: { api_password: 'Invalid API Password' } } },
    { status: 401, json: { message: 'Unauthorized' } },
  ],
  unclear: {
    'a success without a number': { json: { status: 1, error: 0, track_number: '', slip_link: null } },
    'a failure without words': { json: { status: 0, error: null } },
    'a number with a failure': { json: { status: 0, error: 'Pickup failed', track_number: 'KI123456789' } },
    'a duplicate order id': { json: { status: 0, error: 'Order ID already exists' } },
    'a server in trouble': { json: { status: 0, error: 'Object reference not set to an instance of an object' } },
  },
  cancelled: {
    answer: { json: { status: '1', error: 'null' } },
    refused: { json: { status: 0, error: { KI123456789: 'Packet is already picked' } } },
  },
  cities: {
    json: {
      status: 1,
      error: '0',
      city_list: [
        { id: 592, name: 'KARACHI', shipment_type: ['overnight'], allow_as_origin: true, allow_as_destination: true },
        { id: 789, name: ' LAHORE ', shipment_type: ['overnight'], allow_as_origin: 1, allow_as_destination: 1 },
        { id: 6, name: 'OVERLAND ONLY', shipment_type: ['overland'], allow_as_origin: 1, allow_as_destination: 1 },
        { id: 5, name: 'ORIGIN ONLY', shipment_type: [], allow_as_origin: '1', allow_as_destination: '0' },
      ],
    },
  },
  verified: { answer: { json: { status: 1, error: '0', city_list: [{ id: 592, name: 'KARACHI' }] } } },
  tracked: {
    known: 'KI123456789',
    unknown: 'KI999999999',
    status: 'INPROCESS',
    script: {
      '/api/trackBookedPacket/': {
        json: {
          status: 1,
          error: 0,
          packet_list: [
            {
              booking_date: '31/01/2026',
              track_number: 'KI123456789',
              booked_packet_order_id: 'ORD-1043',
              booked_packet_status: 'Pending',
              'Tracking Detail': [
                { Status: 'Pending', Activity_datetime: '2026-02-02 14:02:00', Reason: 'CONSIGNEE NOT AVAILABLE' },
                { Status: 'Shipment Picked', Activity_datetime: '2026-01-31 17:10:00', Reason: null },
                { Status: 'Shipment Picked', Activity_datetime: '2026-01-31 17:10:00', Reason: null },
              ],
            },
          ],
        },
      },
    },
  },
  mistaken: {
    another: 'KI123456780',
    scripts: [
      {
        '/api/trackBookedPacket/': {
          json: {
            status: 1,
            error: 0,
            packet_list: [{ track_number: 'KI123456780', booked_packet_status: 'Delivered' }],
          },
        },
      },
    ],
  },
  found: {
    live: 'KI123456789',
    cancelled: 'KI123456780',
    cod: 1500,
    phone: '03001234567',
    script: {
      '/api/getShipmentDetailsByOrderID/': found([
        row,
        { ...row, track_number: 'KI123456780', booked_packet_status: 'Cancelled' },
        { ...row, track_number: 'KI123456781', booked_packet_order_id: 'CD1043-K7Q2MX2' },
      ]),
    },
  },
  notFound: {
    '/api/getShipmentDetailsByOrderID/': { json: { status: 0, error: 'No Record Found' } },
    '/api/getBookedPacketLastStatus/': { json: { status: 0, error: 'No Record Found', packet_list: null } },
  },
};
