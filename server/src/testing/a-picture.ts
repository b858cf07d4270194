import sharp from 'sharp';

/** A picture in one colour, in Base64. */
export async function aPicture(
  given: { format?: 'png' | 'jpeg' | 'webp'; width?: number; height?: number; colour?: string; is16Bit?: boolean } = {},
): Promise<string> {
  const { format = 'png', width = 300, height = 120, colour = '#c81e5b', is16Bit = false } = given;
  const picture = sharp({ create: { width, height, channels: 4, background: colour } });
  // Interlaced, a picture is decoded as a whole before it is made smaller.
  const file = is16Bit ? picture.toColourspace('rgb16').png({ progressive: true }) : picture.toFormat(format);
  return (await file.toBuffer()).toString('base64');
}
