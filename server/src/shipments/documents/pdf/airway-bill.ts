import { formatRupees } from '@courierdesk/contract/money';
import { formatWeight } from '@courierdesk/contract/weights';
import type { ShipmentDetails } from './shipment-details.ts';
import { inset, type Box } from './sizes.ts';
import { drawBarcode, drawQr } from './barcodes.ts';
import { drawLogo, type Logo } from './logo.ts';
import { missingNotes } from './missing-notes.ts';
import { drawText, heightOf, boldSizeThatFits, styleThatFits, type TextStyle } from './text.ts';

type Doc = PDFKit.PDFDocument;

const dim = '#444';
const small: TextStyle = { size: 7, colour: dim };

/** Draws our own airway bill, for parcels without a label of the courier. Returns what does not get onto it, in sentences. */
export function drawAirwayBill(doc: Doc, details: ShipmentDetails, cell: Box, logo: Logo | undefined): string[] {
  const wide = cell.width > cell.height * 1.2;
  // Designed for about 4 by 6 inches or a third of A4, and scaled to the cell.
  const scale = wide ? Math.min(cell.width / 595, cell.height / 280) : Math.min(cell.width / 288, cell.height / 420);
  doc.save();
  doc.translate(cell.x, cell.y).scale(scale);
  const box = inset({ x: 0, y: 0, width: cell.width / scale, height: cell.height / scale }, 12);
  const draw = wide ? drawWide : drawTall;
  const notes = draw({ doc, details, smallest: smallestType / scale }, box, logo);
  doc.restore();
  const { consignee, city, remarks, products } = details;
  const texts = { name: consignee.name, address: consignee.address, city, remarks, contents: products };
  return [...missingNotes(texts), ...notes];
}

/** Points on the paper. */
const smallestType = 7;

type Label = {
  readonly doc: Doc;
  readonly details: ShipmentDetails;
  /** In the units of the label, which is scaled. */
  readonly smallest: number;
};

function drawTall(label: Label, box: Box, logo: Logo | undefined): string[] {
  const { doc, details } = label;
  let { y } = box;
  y += drawHead(doc, details, box);
  y += drawNumber(doc, details, { ...box, y, height: 44 });
  y += drawMoney(doc, details, { ...box, y, height: 66 });
  const from = heightOfShipper(doc, details, box.width, logo);
  const end = box.y + box.height - from;
  const consignee = drawConsignee(label, { ...box, y, height: end - parcelHeight - y });
  y += consignee.height;
  y += drawParcel(doc, details, { ...box, y });
  const notes = drawContents(label, { ...box, y, height: end - y });
  drawShipper(doc, details, { ...box, y: end, height: from }, logo);
  return [...consignee.notes, ...notes];
}

function drawWide(label: Label, box: Box, logo: Logo | undefined): string[] {
  const { doc, details } = label;
  const gap = 16;
  const right = { x: box.x + box.width - 226, y: box.y, width: 226, height: box.height };
  const left = { ...box, width: box.width - right.width - gap };
  let { y } = left;
  y += drawHead(doc, details, left);
  const from = heightOfShipper(doc, details, left.width, logo);
  const end = left.y + left.height - from;
  const consignee = drawConsignee(label, { ...left, y, height: end - y });
  y += consignee.height;
  const notes = drawContents(label, { ...left, y, height: end - y });
  drawShipper(doc, details, { ...left, y: end, height: from }, logo);
  y = right.y + drawNumber(doc, details, { ...right, height: 64 });
  y += drawMoney(doc, details, { ...right, y, height: 82 });
  drawParcel(doc, details, { ...right, y });
  return [...consignee.notes, ...notes];
}

function drawHead(doc: Doc, details: ShipmentDetails, { x, y, width }: Omit<Box, 'height'>): number {
  drawText(doc, details.courier, { x, y, width: width / 2 }, { size: 15, weight: 'bold', lines: 1 });
  const half = { x: x + width / 2, y, width: width / 2 };
  drawText(doc, details.orderNames, half, { size: 9, weight: 'bold', lines: 1, align: 'end' });
  drawText(doc, details.booked, { ...half, y: y + 12 }, { ...small, lines: 1, align: 'end' });
  if (details.reprint === '') return 24;
  drawText(doc, details.reprint, { x, y: y + 22, width }, { size: 7.5, weight: 'bold', lines: 1 });
  return 34;
}

function drawNumber(doc: Doc, details: ShipmentDetails, { x, y, width, height }: Box): number {
  drawBarcode(doc, details.trackingNumber, { x, y, width, height: height - 2 });
  const size = boldSizeThatFits(doc, details.trackingNumber, width, [14, 12, 10]);
  drawText(
    doc,
    details.trackingNumber,
    { x, y: y + height, width },
    { size, weight: 'bold', align: 'centre', lines: 1 },
  );
  return height + 22;
}

function drawMoney(doc: Doc, details: ShipmentDetails, { x, y, width, height }: Box): number {
  doc.lineWidth(1.2).rect(x, y, width, height).stroke('#000');
  const qr = height - 6;
  drawQr(doc, details.trackingUrl, { x: x + width - qr - 3, y: y + 3, width: qr });
  const room = width - qr - 20;
  const [label, amount] =
    details.cod > 0 ? ['Collect cash (COD)', formatRupees(details.cod)] : ['Collect nothing', 'Prepaid'];
  drawText(doc, label, { x: x + 8, y: y + 8, width: room }, { size: 8, colour: dim, lines: 1 });
  const size = boldSizeThatFits(doc, amount, room, [28, 24, 20, 17, 14]);
  drawText(doc, amount, { x: x + 8, y: y + 20, width: room }, { size, weight: 'bold', lines: 1 });
  return height + 7;
}

type FittedLine = {
  readonly text: string;
  readonly style: TextStyle;
  readonly height: number;
  readonly isCut: boolean;
};

/** The height is that of the consignee, remarks and contents. The address takes what it needs of it first. */
function drawConsignee({ doc, details, smallest }: Label, box: Box): { height: number; notes: string[] } {
  const { x, width } = box;
  const { name, phones, address } = details.consignee;
  /** On one line, or on two in smaller type. */
  const onLines = (text: string, style: TextStyle, lines: 1 | 2 = 1): FittedLine => {
    const height = style.size * 1.3 * lines;
    const forTwo = style.size * 0.75;
    const { isCut, ...fitting } = styleThatFits(doc, text, { width, height }, style, lines === 1 ? forTwo : smallest);
    if (isCut && lines === 1) return onLines(text, { ...style, size: forTwo }, 2);
    return { text, style: { ...fitting, lines }, height, isCut };
  };
  const who = onLines(name, { size: 12, weight: 'bold' });
  const numbers = onLines(phones, { size: 10.5, weight: 'bold' });
  const city = onLines(details.city, { size: 13, weight: 'bold' });
  const room = box.height - small.size * 1.3 - who.height - numbers.height - city.height - 4;
  const toRead = { size: 10 } as const;
  const beforeContents = { width, height: room - heightOfContents(details) };
  const beside = styleThatFits(doc, address, beforeContents, toRead, smallest);
  const { isCut, ...style } = beside.isCut
    ? styleThatFits(doc, address, { width, height: room }, toRead, smallest)
    : beside;
  let { y } = box;
  y += drawText(doc, 'To', { x, y, width }, small);
  drawText(doc, who.text, { x, y, width }, who.style);
  y += who.height;
  drawText(doc, numbers.text, { x, y, width }, numbers.style);
  y += numbers.height;
  y += drawText(doc, address, { x, y, width }, style);
  drawText(doc, city.text, { x, y, width }, city.style);
  y += city.height + 4;
  const cut = { name: who.isCut, 'phone numbers': numbers.isCut, address: isCut, city: city.isCut };
  const notes = Object.entries(cut).flatMap(([part, isPartCut]) =>
    isPartCut ? [`The end of the ${part} does not fit on the label.`] : [],
  );
  return { height: y - box.y, notes };
}

function drawParcel(doc: Doc, details: ShipmentDetails, { x, y, width }: Omit<Box, 'height'>): number {
  const facts = [
    ['Pieces', String(details.pieces), 0.18],
    ['Weight', formatWeight(details.weight), 0.24],
    ['Reference', details.reference, 0.58],
  ] as const;
  rule(doc, x, y, width);
  let left = x;
  for (const [name, value, share] of facts) {
    const place = { x: left, width: width * share - 4 };
    drawText(doc, name, { ...place, y: y + 3 }, small);
    const size = boldSizeThatFits(doc, value, place.width, [9, 8, 7, 6]);
    drawText(doc, value, { ...place, y: y + 12 }, { size, weight: 'bold', lines: 1 });
    left += width * share;
  }
  return parcelHeight;
}

const parcelHeight = 27;

const titleHeight = small.size * 1.3;
const remarksStyle = { size: 8.5, weight: 'bold' } as const;
const contentsStyle = { size: 8 } as const;
const gapAfter = 2;

/** A line of each, at least. */
const heightOfContents = ({ remarks, products }: ShipmentDetails): number =>
  3 + (remarks === '' ? 0 : lineOf(remarksStyle)) + (products === '' ? 0 : lineOf(contentsStyle));

const lineOf = ({ size }: TextStyle): number => titleHeight + size * 1.3 + gapAfter;

/** Remarks come first because the rider must read them. Contents end in `…` if there is no more room. */
function drawContents({ doc, details, smallest }: Label, box: Box): string[] {
  const { remarks, products } = details;
  rule(doc, box.x, box.y, box.width);
  const end = box.y + box.height;
  let y = box.y + 3;
  const draw = (title: string, text: string, style: TextStyle, kept: number): 'whole' | 'cut' | 'missing' => {
    const height = end - kept - y - titleHeight;
    if (height < smallest * 1.3) return 'missing';
    const { isCut, ...fitting } = styleThatFits(doc, text, { width: box.width, height }, style, smallest);
    y += drawText(doc, title, { x: box.x, y, width: box.width }, small);
    y += drawText(doc, text, { x: box.x, y, width: box.width }, fitting) + gapAfter;
    return isCut ? 'cut' : 'whole';
  };
  const notes: string[] = [];
  if (remarks !== '') {
    const lines = remarks.split('\n').map((line) => line.trim());
    const onOneLine = lines.filter((line) => line !== '').join(' · ');
    const drawn = draw('Remarks', onOneLine, remarksStyle, products === '' ? 0 : lineOf(contentsStyle));
    if (drawn === 'cut') notes.push('The end of the remarks does not fit on the label.');
    if (drawn === 'missing') notes.push('The remarks do not fit on the label.');
  }
  if (products !== '' && draw('Contents', products, contentsStyle, 0) === 'missing')
    notes.push('The contents do not fit on the label.');
  return notes;
}

/** Who sends the parcel, where it goes if it is not delivered, and the shop's note. */
function shipperLines({ courier, accountName, shipper, returnAddress, note }: ShipmentDetails): [string, TextStyle][] {
  const who = [shipper.name, shipper.phone, shipper.address].filter(Boolean).join(', ');
  return [
    [`From · ${courier} account ${accountName}`, { ...small, lines: 1 }],
    [who, { size: 7.5, lines: 2 }],
    ...(returnAddress
      ? ([[`Return to: ${returnAddress}`, { size: 7.5, lines: 2 }]] satisfies [string, TextStyle][])
      : []),
    ...(note ? ([[note, { size: 8, weight: 'bold', lines: 1 }]] satisfies [string, TextStyle][]) : []),
  ];
}

const logoRoom = { width: 84, height: 30 };

const widthBesideLogo = (width: number, logo: Logo | undefined): number => (logo ? width - logoRoom.width - 8 : width);

function heightOfShipper(doc: Doc, details: ShipmentDetails, width: number, logo: Logo | undefined): number {
  const beside = widthBesideLogo(width, logo);
  const text = shipperLines(details).reduce((sum, [words, style]) => sum + heightOf(doc, words, beside, style), 0);
  return 5 + Math.max(text, logo ? logoRoom.height : 0);
}

function drawShipper(doc: Doc, details: ShipmentDetails, box: Box, logo: Logo | undefined): void {
  const { x, width } = box;
  rule(doc, x, box.y, width);
  let y = box.y + 3;
  for (const [words, style] of shipperLines(details))
    y += drawText(doc, words, { x, y, width: widthBesideLogo(width, logo) }, style);
  if (logo) drawLogo(doc, logo, { ...logoRoom, x: x + width - logoRoom.width, y: box.y + 5 }, 'right');
}

function rule(doc: Doc, x: number, y: number, width: number): void {
  doc
    .lineWidth(0.6)
    .moveTo(x, y)
    .lineTo(x + width, y)
    .stroke('#000');
}
