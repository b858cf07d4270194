declare module '@fontsource-variable/inter';
declare module 'virtual:theme.css';
declare module 'subset-font' {
  export default function subsetFont(font: Buffer, text: string, options: { targetFormat: 'woff2' }): Promise<Buffer>;
}
