import { formatCount } from '@courierdesk/contract/count-text';
import { logoLimits } from '@courierdesk/contract/shop-look';
import type { Metadata } from 'sharp';
import { AppError } from '../../base/errors.ts';

/** Sharp on a label at 300 dpi, and on a phone. */
const stored = { width: 600, height: 200 };

type DrawnLogo = { readonly png: Buffer; readonly width: number; readonly height: number };

/**
 * Decodes a PNG or JPEG picture and draws it again, as a PNG on white. What else a file contains (places where a photo was
 * taken, scripts) is not kept.
 */
export async function drawLogo(bytes: Buffer): Promise<DrawnLogo> {
  if (bytes.length > logoLimits.bytes) throw refused('The logo can be at most 2 MB');
  if (!isPng(bytes) && !isJpeg(bytes)) throw refused('The logo must be a PNG or JPEG picture');
  // Loaded with the first logo: the library and its codecs take 20 MB of memory.
  const { default: sharp } = await import('sharp');
  // Reads the head of the file and decodes nothing, so a few bytes that claim a huge picture do no harm.
  const head = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw unreadable();
    });
  refuseSize(head);
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: logoLimits.maxPixels ** 2, failOn: 'error' })
      .autoOrient()
      .resize({ ...stored, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .png({ compressionLevel: 9 })
      .toBuffer({ resolveWithObject: true });
    return { png: data, width: info.width, height: info.height };
  } catch {
    throw unreadable();
  }
}

/** Memory that a picture may take when it is decoded: the largest one in colour, with transparency, at 8 bits. */
const maxDecodedBytes = logoLimits.maxPixels ** 2 * 4;

function refuseSize({ width, height, channels, depth }: Metadata): void {
  const { minPixels, maxPixels } = logoLimits;
  const size = `The logo has ${formatCount(width)} × ${formatCount(height)} pixels`;
  if (Math.max(width, height) > maxPixels) throw refused(`${size}. The maximum is 4,000 × 4,000`);
  if (Math.min(width, height) < minPixels) throw refused(`${size}. The minimum is 32 × 32`);
  if (width * height * channels * (depth === 'ushort' ? 2 : 1) > maxDecodedBytes)
    throw refused(`${size} with 16 bits for each colour. Save it with 8 bits for each colour, or make it smaller`);
}

const isPng = (bytes: Buffer): boolean => bytes.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n';
const isJpeg = (bytes: Buffer): boolean => bytes.subarray(0, 3).toString('hex') === 'ffd8ff';

const refused = (message: string): AppError => new AppError('invalid-input', message, { field: 'image' });
const unreadable = (): AppError => refused('This picture can’t be read. Save it again as PNG or JPEG, then upload it');
