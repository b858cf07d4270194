import { countText } from '@courierdesk/contract/count-text';
import { formatRupees } from '@courierdesk/contract/money';
import { bytesOf, newDocument } from './draw-pages.ts';
import { drawLogo, logoFrom, type Logo } from './logo.ts';
import { missingNotes } from './missing-notes.ts';
import { formatWeight } from '@courierdesk/contract/weights';
import { a4, inset, type Box } from './sizes.ts';
import { drawText, type TextStyle } from './text.ts';

type Doc = PDFKit.PDFDocument;

type LoadSheetRow = {
  readonly trackingNumber: string;
  readonly orderNames: string;
  readonly consignee: string;
  readonly city: string;
  readonly pieces: number;
  readonly weight: number;
  readonly cod: number;
};

type LoadSheetDetails = {
  readonly number: number;
  readonly shop: string;
  /** Phone and address of the shipper, or empty. */
  readonly contact: string;
  /** A PNG. */
  readonly logo: Uint8Array | undefined;
  readonly courier: string;
  readonly accountName: string;
  readonly made: string;
  readonly madeBy: string;
  /** Empty on the first print. */
  readonly reprint: string;
  /** What the rider should know, or empty. */
  readonly warning: string;
  readonly rows: readonly LoadSheetRow[];
};

const rowHeight = 17;
const headHeight = 74;
const footHeight = 96;
const page = inset({ x: 0, y: 0, width: a4[0], height: a4[1] }, 36);

const columns: readonly {
  title: string;
  width: number;
  align?: 'end';
  of: (row: LoadSheetRow, index: number) => string;
}[] = [
  { title: '#', width: 24, of: (_, index) => String(index + 1) },
  { title: 'Tracking number', width: 104, of: (row) => row.trackingNumber },
  { title: 'Order', width: 70, of: (row) => row.orderNames },
  { title: 'Consignee', width: 122, of: (row) => row.consignee },
  { title: 'Destination', width: 82, of: (row) => row.city },
  { title: 'Pcs', width: 24, align: 'end', of: (row) => String(row.pieces) },
  { title: 'Weight', width: 42, align: 'end', of: (row) => formatWeight(row.weight) },
  { title: 'COD', width: 55, align: 'end', of: (row) => (row.cod > 0 ? formatRupees(row.cod) : 'Prepaid') },
];

/**
 * Draws two copies, one for the rider and one for the shipper, both with lines for both signatures. `notes`: what the paper
 * cannot show.
 */
export async function drawLoadSheet(sheet: LoadSheetDetails): Promise<{ pdf: Uint8Array; notes: string[] }> {
  const doc = newDocument(`Load sheet ${sheet.number}`);
  const logo = logoFrom(sheet.logo);
  for (const copy of ['Courier’s copy', 'Shipper’s copy']) drawCopy(doc, sheet, copy, logo);
  const notes = missingNotes({
    names: sheet.rows.map((row) => row.consignee),
    cities: sheet.rows.map((row) => row.city),
    shipper: [sheet.shop, sheet.contact],
  });
  return { pdf: await bytesOf(doc), notes };
}

function drawCopy(doc: Doc, sheet: LoadSheetDetails, copy: string, logo: Logo | undefined): void {
  const perPage = Math.floor((page.height - headHeight - footHeight - rowHeight) / rowHeight);
  const pages = Math.max(1, Math.ceil(sheet.rows.length / perPage));
  for (let number = 0; number < pages; number += 1) {
    doc.addPage({ size: [...a4], margin: 0 });
    drawHead(doc, sheet, `${copy}, page ${number + 1} of ${pages}`, logo);
    let y = page.y + headHeight;
    drawTitles(doc, y);
    y += rowHeight;
    for (let index = number * perPage; index < Math.min(sheet.rows.length, (number + 1) * perPage); index += 1) {
      const row = sheet.rows[index];
      if (row) drawRow(doc, row, index, y);
      y += rowHeight;
    }
    if (number === pages - 1) drawTotals(doc, sheet, y);
    drawSignatures(doc);
  }
}

function drawHead(doc: Doc, sheet: LoadSheetDetails, copy: string, logo: Logo | undefined): void {
  const { x, y, width } = page;
  const half = { width: width / 2 - 8 };
  const left = logo ? drawLogo(doc, logo, { x, y, width: 100, height: 24 }) + 10 : 0;
  const title = { x: x + left, y, width: half.width - left };
  drawText(doc, `Load sheet ${sheet.number}`, title, { size: 18, weight: 'bold', lines: 1 });
  const from = `From ${sheet.shop}`;
  const to = `To ${sheet.courier}, account ${sheet.accountName}`;
  drawText(doc, from, { x, y: y + 27, ...half }, { size: 10, lines: 1 });
  drawText(doc, to, { x, y: y + 41, ...half }, { size: 10, lines: 1 });
  if (sheet.contact) drawText(doc, sheet.contact, { x, y: y + 55, width }, { size: 8.5, colour: '#444', lines: 1 });
  const right = { x: x + width / 2, width: width / 2 };
  drawText(doc, copy, { ...right, y }, { size: 10, weight: 'bold', align: 'end', lines: 1 });
  drawText(doc, `Made ${sheet.made} by ${sheet.madeBy}`, { ...right, y: y + 14 }, { size: 9, align: 'end', lines: 1 });
  for (const [row, notice] of [sheet.warning, sheet.reprint].entries())
    drawText(doc, notice, { ...right, y: y + 41 - row * 14 }, { size: 9, weight: 'bold', align: 'end', lines: 1 });
}

function drawTitles(doc: Doc, y: number): void {
  drawCells(doc, y, { size: 7.5, weight: 'bold', colour: '#444' }, ({ title }) => title);
  line(doc, y + rowHeight - 3, '#000');
}

function drawRow(doc: Doc, row: LoadSheetRow, index: number, y: number): void {
  drawCells(doc, y, { size: 8.5 }, (column) => column.of(row, index));
  line(doc, y + rowHeight - 3, '#ccc');
}

function drawTotals(doc: Doc, { rows }: LoadSheetDetails, y: number): void {
  const sum = (of: (row: LoadSheetRow) => number): number => rows.reduce((total, row) => total + of(row), 0);
  const pieces = sum((row) => row.pieces);
  const words = [
    countText(rows.length, 'parcel'),
    countText(pieces, 'piece'),
    formatWeight(sum((row) => row.weight)),
    `COD ${formatRupees(sum((row) => row.cod))}`,
  ].join('   ·   ');
  drawText(doc, words, { ...page, y: y + 3 }, { size: 10, weight: 'bold', align: 'end', lines: 1 });
}

function drawCells(doc: Doc, y: number, style: TextStyle, text: (column: (typeof columns)[number]) => string): void {
  let { x } = page;
  for (const column of columns) {
    const place = { x, y, width: column.width - 5 };
    drawText(doc, text(column), place, { ...style, lines: 1, align: column.align ?? 'start' });
    x += column.width;
  }
}

function drawSignatures(doc: Doc): void {
  const y = page.y + page.height - footHeight + 26;
  const gap = 24;
  const width = (page.width - gap) / 2;
  for (const [index, who] of ['Handed over by (shipper)', 'Received by (rider)'].entries()) {
    const box: Omit<Box, 'height'> = { x: page.x + index * (width + gap), y, width };
    drawText(doc, who, box, { size: 9, weight: 'bold', lines: 1 });
    for (const [row, field] of ['Name and phone', 'Signature, date and time'].entries()) {
      const at = y + 34 + row * 28;
      doc
        .lineWidth(0.6)
        .moveTo(box.x, at)
        .lineTo(box.x + width, at)
        .stroke('#000');
      drawText(doc, field, { ...box, y: at + 2 }, { size: 7, colour: '#444', lines: 1 });
    }
  }
}

function line(doc: Doc, y: number, colour: string): void {
  doc
    .lineWidth(0.5)
    .moveTo(page.x, y)
    .lineTo(page.x + page.width, y)
    .stroke(colour);
}
