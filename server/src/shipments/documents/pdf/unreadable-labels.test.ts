import { PDFDocument } from '@cantoo/pdf-lib';
import { expect, it } from 'vitest';
import { contentOf } from '../../../testing/pdf-text.ts';
import { openPdf } from './courier-pages.ts';
import type { ShipmentDetails } from './shipment-details.ts';
import { renderSheets } from './render-sheets.ts';
import { duplicateLoadSheet } from './two-copies.ts';

async function aLabel(change: (label: PDFDocument) => void = () => undefined): Promise<Uint8Array> {
  const label = await PDFDocument.create();
  label.addPage([288, 432]).drawText('LE750');
  change(label);
  return label.save({ useObjectStreams: false, addDefaultPage: false });
}

const details = (shipmentId: string): ShipmentDetails => ({
  ...{ shipmentId, courier: 'TCS', accountName: 'Main', trackingNumber: '7791', reference: '1', orderNames: '#1' },
  ...{ booked: 'Nov 20', cod: 100, weight: 500, pieces: 1, city: 'LAHORE', products: '', remarks: '', lines: [] },
  consignee: { name: 'Ayesha Khan', phones: '03001234567', address: 'House 12' },
  shipper: { name: 'Shop', phone: '', address: '' },
  ...{ returnAddress: '', note: '', trackingUrl: 'https://example.com/track/7791', reprint: '' },
});

it.each<[string, Uint8Array]>([
  ['has no page', await aLabel((label) => label.removePage(0))],
  ['is an empty page', await (await PDFDocument.create()).save()],
  ['is a page of the courier’s site', Buffer.from('%PDF-1.4\n<html>We are busy</html>')],
  ['is cut off', (await aLabel()).slice(0, -300)],
  ['is cut off early', (await aLabel()).slice(0, 300)],
])('a label of a courier that %s is replaced by ours, and other labels are printed', async (_, courierPdf) => {
  const { pdf, notes } = await renderSheets({
    ...{ kind: 'airway-bill', size: '4x6', title: 'Labels', logo: undefined },
    parcels: [
      { details: details('1'), courierPdf },
      { details: details('2'), courierPdf: await aLabel() },
    ],
  });
  expect((await PDFDocument.load(pdf)).getPageCount()).toBe(2);
  expect(notes).toEqual([{ shipmentId: '1', message: 'The courier’s label can’t be read. Our own label is printed.' }]);
});

it('an empty page of a courier’s load sheet is left out of both copies', async () => {
  const bytes = await aLabel((sheet) => sheet.addPage());
  const copies = await duplicateLoadSheet({ bytes, foot: ['Load sheet 7', ''], warning: '' });
  expect((await PDFDocument.load(copies ?? '')).getPageCount()).toBe(2);
});

it('a courier’s PDF that only its owner may change is read', async () => {
  const label = await openPdf(await aLabel((one) => one.encrypt({ userPassword: '', ownerPassword: 'secret' })));
  expect(label && contentOf(label.getPage(0))).toContain(Buffer.from('LE750').toString('hex').toUpperCase());
});
