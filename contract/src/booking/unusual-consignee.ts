import { cutText } from '../values/cut-text.ts';
import { quoted } from '../values/sheet-values.ts';
import type { Issue } from './issues.ts';

/** Cells and fields that a stray key or a scanned barcode may end in, and still be sent. */
const checked = [
  { field: 'consignee_name', code: 'name-unusual', called: 'name' },
  { field: 'consignee_address', code: 'address-unusual', called: 'address' },
] as const;

type EnteredConsignee = Readonly<Record<(typeof checked)[number]['field'], string>>;

/**
 * The warnings that a person must confirm before a parcel gets this name and address. `known` are those of the store: a
 * customer may be called “Al” there, so we ask only about what someone entered here.
 */
export function unusualConsignee(entered: EnteredConsignee, known: readonly EnteredConsignee[]): Issue[] {
  return checked.flatMap(({ field, code, called }) => {
    const text = entered[field].trim();
    const why = text === '' || known.some((store) => store[field].trim() === text) ? undefined : whyUnusual(text);
    return why === undefined
      ? []
      : [{ level: 'warning', code, field, msg: `The ${called} ${quoted(text)} ${why}.`, subject: cutText(text, 200) }];
  });
}

const minLetters = 3;
/** Tracking numbers of all couriers, and phone numbers, are longer. */
const longNumber = /\d(?:[ -]?\d){8}/;

function whyUnusual(text: string): string | undefined {
  const digits = text.match(/\d/g)?.length ?? 0;
  const isOneWord = !/\s/.test(text);
  if (longNumber.test(text) || (isOneWord && digits >= 6)) return 'has a long number in it, like a barcode or a phone';
  return (text.match(/\p{L}/gu)?.length ?? 0) < minLetters ? 'is very short' : undefined;
}
