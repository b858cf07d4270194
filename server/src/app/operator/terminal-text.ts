import { plainText } from '@courierdesk/contract/plain-text';

/** A text of a shop as a terminal can show it: one line, without escape sequences and marks of text direction. */
export const terminalText = (text: string): string =>
  plainText(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
