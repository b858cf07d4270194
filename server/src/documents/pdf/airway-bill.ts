import { formatRupees } from '@courierdesk/contract/money';
import { formatWeight, type ParcelDetails } from './parcel-details.ts';
import { inset, type Box } from './sizes.ts';
import { drawBarcode, drawQr } from './barcodes.ts';
import { drawLogo, type Logo } from './logo.ts';
import { drawText, heightOf, sizeThatFits, type TextStyle } from './text.ts';

type Doc = PDFKit.PDFDocument;

const dim = '#444';
const small: TextStyle = { size: 7, colour: dim };

/** Draws our own airway bill, for parcels without a label of the courier. */
export function drawAirwayBill(doc: Doc, details: ParcelDetails, cell: Box, logo: Logo | undefined): void {
  const wide = cell.width > cell.height * 1.2;
  // Designed for about 4 by 6 inches or a third of A4, and scaled to the cell.
  const scale = wide ? Math.min(cell.width / 595, cell.height / 280) : Math.min(cell.width / 288, cell.height / 420);
  doc.save();
  doc.translate(cell.x, cell.y).scale(scale);
  const box = inset({ x: 0, y: 0, width: cell.width / scale, height: cell.height / scale }, 12);
  if (wide) drawWide(doc, details, box, logo);
  else drawTall(doc, details, box, logo);
  doc.restore();
}

function drawTall(doc: Doc, details: ParcelDetails, box: Box, logo: Logo | undefined): void {
  let { y } = box;
  y += drawHead(doc, details, box);
  y += drawNumber(doc, details, { ...box, y, height: 44 });
  y += drawMoney(doc, details, { ...box, y, height: 66 });
  y += drawConsignee(doc, details, { ...box, y });
  y += drawParcel(doc, details, { ...box, y });
  const from = heightOfShipper(doc, details, box.width, logo);
  drawContents(doc, details, { ...box, y, height: box.y + box.height - from - y });
  drawShipper(doc, details, { ...box, y: box.y + box.height - from, height: from }, logo);
}

function drawWide(doc: Doc, details: ParcelDetails, box: Box, logo: Logo | undefined): void {
  const gap = 16;
  const right = { x: box.x + box.width - 226, y: box.y, width: 226, height: box.height };
  const left = { ...box, width: box.width - right.width - gap };
  let { y } = left;
  y += drawHead(doc, details, left);
  y += drawConsignee(doc, details, { ...left, y });
  const from = heightOfShipper(doc, details, left.width, logo);
  drawContents(doc, details, { ...left, y, height: left.y + left.height - from - y });
  drawShipper(doc, details, { ...left, y: left.y + left.height - from, height: from }, logo);
  y = right.y + drawNumber(doc, details, { ...right, height: 64 });
  y += drawMoney(doc, details, { ...right, y, height: 82 });
  drawParcel(doc, details, { ...right, y });
}

function drawHead(doc: Doc, details: ParcelDetails, { x, y, width }: Omit<Box, 'height'>): number {
  drawText(doc, details.courier, { x, y, width: width / 2 }, { size: 15, weight: 'bold', lines: 1 });
  const half = { x: x + width / 2, y, width: width / 2 };
  drawText(doc, details.orderNames, half, { size: 9, weight: 'bold', lines: 1, align: 'end' });
  drawText(doc, details.booked, { ...half, y: y + 12 }, { ...small, lines: 1, align: 'end' });
  if (details.reprint === '') return 24;
  drawText(doc, details.reprint, { x, y: y + 22, width }, { size: 7.5, weight: 'bold', lines: 1 });
  return 34;
}

function drawNumber(doc: Doc, details: ParcelDetails, { x, y, width, height }: Box): number {
  drawBarcode(doc, details.trackingNumber, { x, y, width, height: height - 2 });
  const size = sizeThatFits(doc, details.trackingNumber, width, 'bold', [14, 12, 10]);
  drawText(
    doc,
    details.trackingNumber,
    { x, y: y + height, width },
    { size, weight: 'bold', align: 'centre', lines: 1 },
  );
  return height + 22;
}

function drawMoney(doc: Doc, details: ParcelDetails, { x, y, width, height }: Box): number {
  doc.lineWidth(1.2).rect(x, y, width, height).stroke('#000');
  const qr = height - 6;
  drawQr(doc, details.trackingUrl, { x: x + width - qr - 3, y: y + 3, width: qr });
  const room = width - qr - 20;
  const [label, amount] =
    details.cod > 0 ? ['Collect cash (COD)', formatRupees(details.cod)] : ['Collect nothing', 'Prepaid'];
  drawText(doc, label, { x: x + 8, y: y + 8, width: room }, { size: 8, colour: dim, lines: 1 });
  const size = sizeThatFits(doc, amount, room, 'bold', [28, 24, 20, 17, 14]);
  drawText(doc, amount, { x: x + 8, y: y + 20, width: room }, { size, weight: 'bold', lines: 1 });
  return height + 7;
}

function drawConsignee(doc: Doc, details: ParcelDetails, { x, y: top, width }: Omit<Box, 'height'>): number {
  let y = top;
  const { name, phones, address } = details.consignee;
  y += drawText(doc, 'To', { x, y, width }, small);
  y += drawText(doc, name, { x, y, width }, { size: 12, weight: 'bold', lines: 1 });
  y += drawText(doc, phones, { x, y, width }, { size: 10.5, weight: 'bold', lines: 1 });
  y += drawText(doc, address, { x, y, width }, { size: 10, lines: 4 });
  y += drawText(doc, details.city, { x, y, width }, { size: 13, weight: 'bold', lines: 1 });
  return y - top + 4;
}

function drawParcel(doc: Doc, details: ParcelDetails, { x, y, width }: Omit<Box, 'height'>): number {
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
    const size = sizeThatFits(doc, value, place.width, 'bold', [9, 8, 7, 6]);
    drawText(doc, value, { ...place, y: y + 12 }, { size, weight: 'bold', lines: 1 });
    left += width * share;
  }
  return 27;
}

/** Remarks come first because the rider must read them. Both end in `…` if there is no more room. */
function drawContents(doc: Doc, details: ParcelDetails, box: Box): void {
  let { y } = box;
  rule(doc, box.x, y, box.width);
  y += 3;
  const parts = [
    ['Remarks', details.remarks, { size: 8.5, weight: 'bold' }],
    ['Contents', details.products, { size: 8 }],
  ] as const;
  const end = box.y + box.height;
  for (const [name, text, style] of parts) {
    if (text === '') continue;
    const line = style.size * 1.3;
    const maxLines = Math.floor((end - y - 10) / line);
    if (maxLines < 1) continue;
    y += drawText(doc, name, { x: box.x, y, width: box.width }, small);
    const kept = name === 'Remarks' && details.products !== '' ? Math.max(1, Math.ceil(maxLines * 0.6)) : maxLines;
    y += drawText(doc, text, { x: box.x, y, width: box.width }, { ...style, lines: kept }) + 2;
  }
}

/** Who sends the parcel, where it goes if it is not delivered, and the shop's note. */
function shipperLines({ courier, accountName, shipper, returnAddress, note }: ParcelDetails): [string, TextStyle][] {
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

function heightOfShipper(doc: Doc, details: ParcelDetails, width: number, logo: Logo | undefined): number {
  const beside = widthBesideLogo(width, logo);
  const text = shipperLines(details).reduce((sum, [words, style]) => sum + heightOf(doc, words, beside, style), 0);
  return 5 + Math.max(text, logo ? logoRoom.height : 0);
}

function drawShipper(doc: Doc, details: ParcelDetails, box: Box, logo: Logo | undefined): void {
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
