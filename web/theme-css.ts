import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
  type ConvertCSSVariablesInput,
} from '@mantine/core';
import type { Plugin } from 'vite';
import { theme, themeVariables } from './src/theme.ts';

/** Writes the theme's variables into a stylesheet at build time, because the content policy forbids style elements. */
export function themeCss(): Plugin {
  const id = 'virtual:theme.css';
  return {
    name: 'courierdesk:theme-css',
    resolveId: (source) => (source === id ? id : null),
    load: (source) => (source === id ? stylesheet() : null),
  };
}

function stylesheet(): string {
  const whole = mergeMantineTheme(DEFAULT_THEME, theme);
  const kit = defaultCssVariablesResolver(whole);
  const own = themeVariables(whole);
  const merged: ConvertCSSVariablesInput = {
    variables: { ...kit.variables, ...own.variables },
    light: { ...kit.light, ...own.light },
    dark: { ...kit.dark, ...own.dark },
  };
  return convertCssVariables(merged, ':root');
}
