import type { CourierError } from './courier-error.ts';
import { failure, unclear, unreadable, type Exchange } from './exchange.ts';

/**
 * Server problems come in the same field as refusals, but do not prove that nothing was done. Some are the words of the
 * courier's framework or database alone.
 */
const serverTrouble =
  /object reference not set|internal server error|unexpected error|exception|stack trace|time(d)?[ -]?out|deadlock|connection (was |is )?(reset|closed|refused|lost|broken)|something went wrong|error (has )?occurred|service unavailable|being aborted|must have a value|sequence contains|outside the bounds|not present in the dictionary|sqlstate|sql server|gone away/i;

export const isServerTrouble = (words: string): boolean => serverTrouble.test(words);

/** Says that an earlier request may have done it. */
const repeatedBooking = /duplicat|already\s+(exist|book|been|created|used)/i;
const repeatedCancelling = /already\s+(\w+\s+){0,2}(cancel|void)/i;

/** Words of a success, in an answer that is none. */
const success = /\bsuccessfully\b|^success\b|\b(has|have) been (created|saved|booked|cancell?ed|voided)\b/i;
const denial = /\b(not|un\w+|fail\w*|error\w*|already)\b|n['’]t\b/i;

/** The courier takes no calls of any kind at the moment. */
const closedForNow = /maintenance|too many requests/i;

/** The same, unless they refuse a change: then they can be about the parcel, such as `COD limit exceeded`. */
const closedForReads = /temporar|too many|limit exceeded/i;

/** A refusal because of something else than what we looked for. */
const saysNothingOfIt = /blocked|suspended|inactive|disabled|try again/i;

/** Also those of an account that the courier has closed or does not know. */
const credentials =
  /(invalid|incorrect|wrong|bad|unknown|expired|missing)\s+(\w+\s+){0,3}(api[ _]?key|api[ _]?password|user ?name|user ?id|user|password|token|credentials?|login|account (number|no))\b|\b(account|user)\s+(\w+\s+){0,3}(blocked|suspended|inactive|disabled)|(api[ _]?key|api[ _]?password|user ?name|password|token|credentials?)\s+((is|are|or)\s+)?(\w+\s+){0,3}(invalid|incorrect|wrong|expired|not valid|mismatch)|un-?authori[sz]ed|authori[sz]ation (has been )?denied|not authori[sz]ed|authentication failed|login failed|access denied|forbidden/i;

/** The error for a refusal with a message. Without a message, the reply counts as unreadable. */
export function refusal(answer: Exchange, words: string): CourierError {
  if (words === '') return unreadable(answer);
  if (credentials.test(words)) return failure(answer, 'unauthorised', words);
  if (isServerTrouble(words)) return failure(answer, unclear(answer), words);
  if (closedForNow.test(words) || (!answer.changes && closedForReads.test(words)))
    return failure(answer, 'unavailable', words);
  if (answer.changes && success.test(words) && !denial.test(words)) return failure(answer, 'uncertain', words);
  const { operation } = answer.trace;
  const repeated = operation === 'cancel' ? repeatedCancelling : repeatedBooking;
  // A load sheet may be asked for again, so a repeat is no more than a refusal.
  if (answer.changes && operation !== 'load-sheet' && repeated.test(words)) return failure(answer, 'uncertain', words);
  return failure(answer, 'rejected', words);
}

/** True when a read was refused, as far as we know, because there was nothing to find. */
export function meansNothingFound(error: CourierError): boolean {
  return error.kind === 'rejected' && !saysNothingOfIt.test(error.courierWords);
}

const parcelWords =
  '(?:records?|data|details?|results?|orders?|packets?|parcels?|shipments?|consignments?|cns?|references?)';
const saysNoneExists = new RegExp(
  `\\bno (?:\\w+ )?${parcelWords}(?: \\w+)? (?:founds?|exists?|available)\\b|^no ${parcelWords}[.!]?$|` +
    `\\b${parcelWords}(?: \\w+)? (?:(?:was|were|is|are|could|can|do|does) ?)?(?:not|n['’]t) (?:be )?(?:founds?|exists?)\\b`,
  'i',
);

/**
 * True when a look-up of a booking was refused in words that say that there is none. An order may be booked again after
 * this, so other words prove nothing.
 */
export function provesNothingFound(error: CourierError): boolean {
  return meansNothingFound(error) && saysNoneExists.test(error.courierWords);
}

/** The error of a read that came with an HTTP error: it says nothing about what we asked for. */
export function failedRead(answer: Exchange, error: CourierError): CourierError {
  return error.kind === 'rejected' ? failure(answer, 'unavailable', error.courierWords) : error;
}
