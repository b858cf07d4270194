import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

/** Local storage key of the chosen colour scheme; also read by public/color-scheme.js. */
export const colorSchemeKey = 'color_scheme';

const teal: MantineColorsTuple = [
  '#e8f5f5',
  '#d0eaea',
  '#a1d6d6',
  '#6fc0c1',
  '#45abad',
  '#1f8f92',
  '#0f7679',
  '#0b6365',
  '#084e50',
  '#053a3c',
];

const gray: MantineColorsTuple = [
  '#f7f8f9',
  '#f0f2f4',
  '#e7e9ec',
  '#d9dde1',
  '#c2c8cf',
  '#969ea8',
  '#616a75',
  '#474f59',
  '#31373f',
  '#1c2025',
];

const dark: MantineColorsTuple = [
  '#dcdee2',
  '#b9bdc4',
  '#979da6',
  '#6d737d',
  '#3d4249',
  '#33373d',
  '#23262b',
  '#181a1e',
  '#131518',
  '#0d0e10',
];

/** White text on the filled shades, and the outline on the surface, have a contrast of 4.5:1. */
const red: MantineColorsTuple = [
  '#fdecea',
  '#fad6d3',
  '#f5b1ab',
  '#ff9d94',
  '#ff9d94',
  '#df5348',
  '#c5352b',
  '#b3261e',
  '#941f18',
  '#731812',
];

export const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 6 },
  colors: { teal, gray, red, dark },
  black: '#1c2025',
  fontFamily: "'Inter Variable', 'Noto Naskh Arabic', system-ui, sans-serif",
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.45', lg: '1.5', xl: '1.4' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '3px', sm: '4px', md: '6px', lg: '8px', xl: '16px' },
  defaultRadius: 'md',
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '28px' },
      h2: { fontSize: '16px', lineHeight: '24px' },
      h3: { fontSize: '14px', lineHeight: '20px' },
    },
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    // ui/styles/base.css locks scrolling: Mantine's own lock injects a style element, which the content policy forbids.
    Modal: {
      defaultProps: {
        lockScroll: false,
        overlayProps: { backgroundOpacity: 0.4 },
        centered: true,
        transitionProps: { duration: 120 },
        radius: 'lg',
      },
    },
    Drawer: {
      defaultProps: { lockScroll: false, overlayProps: { backgroundOpacity: 0.4 }, transitionProps: { duration: 120 } },
    },
    Menu: { defaultProps: { shadow: 'md', transitionProps: { duration: 80 }, position: 'bottom-end' } },
    Popover: { defaultProps: { shadow: 'md', transitionProps: { duration: 80 } } },
    Tooltip: {
      defaultProps: {
        openDelay: 300,
        transitionProps: { duration: 80 },
        events: { hover: true, focus: true, touch: true },
      },
    },
    Select: {
      defaultProps: { allowDeselect: false, comboboxProps: { shadow: 'md', transitionProps: { duration: 80 } } },
    },
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'error', 'description'] } },
    Switch: { defaultProps: { withThumbIndicator: false } },
    Input: { defaultProps: { size: 'sm' } },
    // A list that is loading has 132 of them. Fading all of them in and out kept half a processor busy, so that a slow one
    // had less for the list itself.
    Skeleton: { defaultProps: { radius: 'sm', animate: false } },
  },
});

export const themeVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-placeholder': gray[6],
    '--mantine-color-error': '#b3261e',
    '--mantine-color-default-border': gray[3],
  },
  dark: {
    '--mantine-color-placeholder': '#9ba1aa',
    '--mantine-color-error': '#ff9a90',
    '--mantine-color-default-border': dark[4],
  },
});
