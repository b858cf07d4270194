import PdfDocument from 'pdfkit';
import type { Consignment } from './consignment.ts';

type PdfPage = {
  title: string;
  lines: [name: string, value: string][];
};

export function labelOf(parcel: Consignment, courierName: string): PdfPage {
  return {
    title: courierName,
    lines: [
      ['Consignment', parcel.tracking_number],
      ['Reference', parcel.reference],
      ['Consignee', parcel.consignee.name],
      ['Phone', parcel.consignee.phone],
      ['Address', parcel.consignee.address],
      ['Destination', parcel.destination_city],
      ['COD', `Rs ${parcel.cod}`],
      ['Pieces', String(parcel.pieces)],
      ['Weight', `${parcel.weight_grams} g`],
      ['Contents', parcel.contents],
      ['Remarks', parcel.remarks],
      ['Shipper', `${parcel.shipper.name}, ${parcel.shipper.phone}`],
    ],
  };
}

/** Without what Helvetica does not have, such as Urdu letters. */
export const printable = (text: string): string =>
  text
    .replaceAll(/[^\u0020-\u007e\u00a0-\u00ff]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** One sheet a page. */
export function printPdf(pages: PdfPage[], size: 'A4' | 'A6' = 'A6'): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const document = new PdfDocument({ size, margin: 24, autoFirstPage: false });
    const chunks: Buffer[] = [];
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.on('error', reject);
    for (const page of pages) {
      document.addPage();
      document.font('Helvetica-Bold').fontSize(16).text(page.title).moveDown(0.5);
      for (const [name, value] of page.lines) {
        document.font('Helvetica').fontSize(7).fillColor('#555').text(name.toUpperCase());
        document
          .fontSize(10)
          .fillColor('#000')
          .text(printable(value) || '-')
          .moveDown(0.25);
      }
    }
    document.end();
  });
}
