import { countText } from '@courierdesk/contract/count-text';
import { formatRupees } from '@courierdesk/contract/money';
import type { ShipmentDetails } from './shipment-details.ts';
import { drawLogo, type Logo } from './logo.ts';
import { inset, type Box } from './sizes.ts';
import { drawText, heightOf, styleThatFits, type TextStyle } from './text.ts';
import { missingNotes } from './missing-notes.ts';

type Doc = PDFKit.PDFDocument;

const dim = '#444';
const item: TextStyle = { size: 9, lines: 2 };
const detail: TextStyle = { size: 7.5, colour: dim, lines: 1 };

/**
 * Draws the list of items, for the person who packs the parcel and the one who opens it. Returns what does not get onto it,
 * in sentences.
 */
export function drawPackingSlip(doc: Doc, details: ShipmentDetails, cell: Box, logo: Logo | undefined): string[] {
  const box = inset(cell, 20);
  let { y } = box;
  const half = box.width / 2;
  if (logo) drawLogo(doc, logo, { x: box.x, y: y - 6, width: Math.min(half - 8, 120), height: 22 });
  else drawText(doc, details.shipper.name, { x: box.x, y, width: half }, { size: 13, weight: 'bold', lines: 1 });
  drawText(
    doc,
    details.orderNames,
    { x: box.x + half, y, width: half },
    { size: 13, weight: 'bold', lines: 1, align: 'end' },
  );
  y += 18;
  y += drawText(
    doc,
    `Packing slip · ${details.courier} ${details.trackingNumber} · ${details.booked}`,
    { ...box, y },
    detail,
  );
  if (details.reprint) y += drawText(doc, details.reprint, { ...box, y }, { ...detail, weight: 'bold' });
  y += 5;
  const { name, phones, address } = details.consignee;
  const line = { width: box.width, height: nameStyle.size * 1.3 };
  const { isCut: isNameCut, ...fitting } = styleThatFits(doc, name, line, nameStyle, smallestType);
  y += drawText(doc, name, { ...box, y }, { ...fitting, lines: 1 });
  const where = `${address}, ${details.city}`;
  const room = { width: box.width, height: box.y + box.height - footHeight - phonesHeight - itemHeight - y };
  const { isCut, ...style } = styleThatFits(doc, where, room, { size: 9 }, smallestType);
  y += drawText(doc, where, { ...box, y }, style);
  y += drawText(doc, phones, { ...box, y }, { size: 9, lines: 1 }) + 4;
  drawItems(doc, details, { ...box, y, height: box.y + box.height - footHeight - y });
  drawFoot(doc, details, { ...box, y: box.y + box.height - 26 });
  const texts = { name, address, city: details.city, products: details.lines.map(({ title }) => title).join(' ') };
  const cut = Object.entries({ name: isNameCut, address: isCut }).flatMap(([part, isPartCut]) =>
    isPartCut ? [`The end of the ${part} does not fit on the packing slip.`] : [],
  );
  return [...missingNotes(texts), ...cut];
}

const nameStyle = { size: 10, weight: 'bold' } as const;

const smallestType = 7;
const footHeight = 30;
const phonesHeight = 16;
/** One product with its variant. */
const itemHeight = 40;

function drawItems(doc: Doc, details: ShipmentDetails, box: Box): void {
  const name = { x: box.x + 34, width: box.width - 34 };
  const end = box.y + box.height;
  let { y } = box;
  for (const [index, line] of details.lines.entries()) {
    const more = [line.variant, line.sku && `SKU ${line.sku}`].filter(Boolean).join(' · ');
    const height = Math.max(heightOf(doc, line.title, name.width, item) + (more ? 10 : 0), 12) + 6;
    const rest = details.lines.slice(index);
    if (y + height + (rest.length > 1 ? 14 : 0) > end) {
      const pieces = rest.reduce((sum, one) => sum + one.quantity, 0);
      const words = `and ${countText(rest.length, 'more product')} (${countText(pieces, 'item')}): see the order`;
      drawText(doc, words, { ...name, y: y + 3 }, { size: 8, weight: 'bold', lines: 1 });
      return;
    }
    rule(doc, box.x, y, box.width);
    drawText(doc, `${line.quantity} ×`, { x: box.x, y: y + 3, width: 30 }, { size: 10, weight: 'bold', lines: 1 });
    const used = drawText(doc, line.title, { ...name, y: y + 3 }, item);
    if (more) drawText(doc, more, { ...name, y: y + 3 + used }, detail);
    y += height;
  }
}

function drawFoot(doc: Doc, details: ShipmentDetails, { x, y, width }: Omit<Box, 'height'>): void {
  const count = details.lines.reduce((sum, line) => sum + line.quantity, 0);
  rule(doc, x, y, width);
  drawText(doc, countText(count, 'item'), { x, y: y + 5, width: width * 0.3 }, { size: 10, weight: 'bold', lines: 1 });
  const owed = details.cod > 0 ? `To pay on delivery: ${formatRupees(details.cod)}` : 'Already paid';
  drawText(
    doc,
    owed,
    { x: x + width * 0.3, y: y + 5, width: width * 0.7 },
    { size: 10, weight: 'bold', align: 'end', lines: 1 },
  );
}

function rule(doc: Doc, x: number, y: number, width: number): void {
  doc
    .lineWidth(0.5)
    .moveTo(x, y)
    .lineTo(x + width, y)
    .stroke('#999');
}
