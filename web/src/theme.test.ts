import { DEFAULT_THEME, mergeMantineTheme } from '@mantine/core';
import { expect, test } from 'vitest';
import { theme, themeVariables } from './theme.ts';

const whole = mergeMantineTheme(DEFAULT_THEME, theme);

/** What is behind the placeholder of a field, and of one that cannot be changed. */
test.each([
  ['light', '#ffffff'],
  ['light', whole.colors.gray[1]],
  ['dark', whole.colors.dark[6]],
  ['dark', whole.colors.dark[5]],
] as const)('in the %s scheme, placeholders have a contrast of 4.5:1 on a field of the colour %s', (scheme, field) => {
  const placeholder = themeVariables(whole)[scheme]['--mantine-color-placeholder'] ?? '';
  expect(contrast(placeholder, field)).toBeGreaterThanOrEqual(4.5);
});

/** Of WCAG 2.2, "contrast ratio". */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(colour.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
