/** A QR code as an SVG image in a data URL, black on white in light and dark. */
export async function qrCodeDataUrl(text: string): Promise<string> {
  const { default: bwip } = await import('bwip-js/node'); // 9 MB that few requests need
  const svg = bwip.toSVG({ bcid: 'qrcode', text, padding: 8, backgroundcolor: 'FFFFFF' });
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}
