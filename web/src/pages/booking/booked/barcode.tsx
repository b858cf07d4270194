import { CODE128 } from 'jsbarcode/bin/barcodes/CODE128/index.js';
import styles from './post-booking.module.css';

const height = 64;
const quietZone = 10;

/** The tracking number as Code 128, drawn as SVG bars: sharp at every size, without inline styles. */
export function Barcode({ text }: { text: string }) {
  const modules = code128(text);
  if (!modules) return null;
  const width = modules.length + 2 * quietZone;
  return (
    <svg
      role="img"
      aria-label={`Barcode of ${text}`}
      className={styles.barcode}
      viewBox={`0 0 ${width} ${height}`}
      width={width * 2}
      height={height}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
    >
      <rect width={width} height={height} fill="#fff" />
      {bars(modules).map((bar) => (
        <rect key={bar.at} x={bar.at + quietZone} width={bar.width} height={height} fill="#000" />
      ))}
    </svg>
  );
}

function code128(text: string): string | undefined {
  const code = new CODE128(text, {});
  return code.valid() ? code.encode().data : undefined;
}

const bars = (modules: string): { at: number; width: number }[] =>
  [...modules.matchAll(/1+/g)].map((run) => ({ at: run.index, width: run[0].length }));
