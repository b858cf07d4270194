import sharp from 'sharp';

/** A picture in one colour, in Base64. */
export async function aPicture(
  given: { format?: 'png' | 'jpeg' | 'webp'; width?: number; height?: number; colour?: string } = {},
): Promise<string> {
  const { format = 'png', width = 300, height = 120, colour = '#c81e5b' } = given;
  const picture = sharp({ create: { width, height, channels: 4, background: colour } });
  return (await picture.toFormat(format).toBuffer()).toString('base64');
}
