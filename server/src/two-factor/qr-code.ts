import bwip from 'bwip-js/node';

/** A QR code as an SVG image in a data URL, black on white in light and dark. */
export function qrCodeDataUrl(text: string): string {
  const svg = bwip.toSVG({ bcid: 'qrcode', text, padding: 8, backgroundcolor: 'FFFFFF' });
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}
