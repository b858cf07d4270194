/** A colour as `#rrggbb`, in lower case. */
type Colour = string;

/** WCAG 2.2, 1.4.3: what text needs to be readable. */
export const readableContrast = 4.5;

/** The contrast of two colours, 1 to 21. Source: WCAG 2.2, contrast ratio. */
export function contrastOf(one: Colour, other: Colour): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** The colour itself if it is readable on the background, otherwise the nearest darker or lighter shade that is. */
export function readableOn(colour: Colour, background: Colour): Colour {
  const towards = luminance(background) > 0.18 ? 0 : 255;
  const channels = channelsOf(colour);
  for (let step = 0; step <= 100; step += 1) {
    const shade = hexOf(channels.map((channel) => channel + ((towards - channel) * step) / 100));
    if (contrastOf(shade, background) >= readableContrast) return shade;
  }
  return towards === 0 ? '#000000' : '#ffffff';
}

const channelsOf = (colour: Colour): number[] => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

const hexOf = (channels: readonly number[]): Colour =>
  `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
