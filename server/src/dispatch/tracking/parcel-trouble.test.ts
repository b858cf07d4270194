import type { Company } from '@courierdesk/contract/companies';
import type { ParcelTrouble } from '@courierdesk/contract/statuses';
import { describe, expect, test } from 'vitest';
import { createCouriers } from '../../base/create-couriers.ts';
import { parcelTrouble } from './parcel-trouble.ts';
import { storeEventOf } from './store-event.ts';

const nowhere = 'http://nowhere.test';
const couriers = createCouriers({
  leopard: nowhere,
  mnp: nowhere,
  mnpTracking: nowhere,
  postex: nowhere,
  tcs: nowhere,
});
const at = new Date('2026-11-20T08:00:00Z');

/** The courier words that ask the shop to act. Source: "Status words" of each courier in docs/contracts. */
const troubles: Record<ParcelTrouble, Record<Company, readonly string[]>> = {
  attempted: {
    LEOPARD: ['Pending', 'Refused', 'Undelivered'],
    MNP: ['Attempt', 'Unsuccessful Delivery Attempt', 'Undelivered', 'Re-Attempt', 'Re-Attempt Advice', 'RD'],
    POSTEX: ['Attempted'],
    TCS: [
      ...['Bad Address', 'Unable To Contact', 'Unable To Deliver', 'Refused Delivery', 'Recipient Refused'],
      'Recipient Refused To Pay',
    ],
  },
  held: {
    LEOPARD: [],
    MNP: ['Hold for Advice', 'Hold for Advice - On NCI'],
    POSTEX: ['Delivery Under Review', 'Under Verification'],
    TCS: ['Awaiting Receiver Collection', 'On Hold', 'Shipment On Hold'],
  },
  'return-next': {
    LEOPARD: ['Ready for Return'],
    MNP: [],
    POSTEX: ['Return Requested'],
    TCS: ['Ready For Return'],
  },
};

const cases = Object.entries(troubles).flatMap(([trouble, byCompany]) =>
  Object.entries(byCompany).flatMap(([company, words]) => words.map((word) => [company, word, trouble] as const)),
);

test.each(cases)('%s says "%s": %s, to people and to the store', (company, words, trouble) => {
  expect(parcelTrouble({ couriers }, { company, status: 'INPROCESS', status_text: words }, [])).toBe(trouble);
  const meaning = couriers[company as Company].meaningOf(words, '');
  const tracking = { trackingNumber: '1', found: true, statusText: words, status: meaning, events: [] } as const;
  expect(meaning && storeEventOf('INPROCESS', meaning, tracking)).toBe(
    trouble === 'attempted' ? 'ATTEMPTED_DELIVERY' : 'DELAYED',
  );
});

describe('other courier words', () => {
  test.each(['Out For Delivery', 'In Transit', 'Something new', ''])('"%s" is no trouble', (words) => {
    expect(parcelTrouble({ couriers }, { company: 'TCS', status: 'INPROCESS', status_text: words }, [])).toBeNull();
  });

  test('unknown words are understood by their event code', () => {
    const event = { at, text: 'Wants to open it', code: 'RD', location: '', detail: '' };
    const shipment = { company: 'TCS', status: 'INPROCESS', status_text: event.text };
    expect(parcelTrouble({ couriers }, shipment, [event])).toBe('attempted');
  });

  test('a delivered parcel, or a parcel of another company, has no trouble', () => {
    const said = { status_text: 'Refused' };
    expect(parcelTrouble({ couriers }, { ...said, company: 'LEOPARD', status: 'DELIVERED' }, [])).toBeNull();
    expect(parcelTrouble({ couriers }, { ...said, company: 'BlueEx', status: 'INPROCESS' }, [])).toBeNull();
  });
});
