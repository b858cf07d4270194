import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { maxPasswordLength } from './passwords.ts';

// The list of common passwords is large: browsers load this file only where a password is chosen.
const checker = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: maxPasswordLength });

/** From 0, guessed at once, to 4, very hard to guess. */
type Strength = 0 | 1 | 2 | 3 | 4;

/** The weakest strength that we accept: about a million guesses or more. */
export const minStrength = 2;

/** How hard a password is to guess for someone who knows the person's email. */
export function strengthOf(password: string, email: string): Strength {
  if (isEmail(password, email)) return 0;
  if (isOneCommonWord(password)) return 1;
  return checker.check(password.slice(0, maxPasswordLength), [email, ...email.split(/[@.]/)].filter(Boolean)).score;
}

/** Why a password of sufficient length is refused, or undefined. */
export function weaknessOf(password: string, email: string): string | undefined {
  if (isEmail(password, email)) return 'Your password cannot be the email address';
  if (strengthOf(password, email) < minStrength)
    return 'This password is common or easy to guess. Try three or four unrelated words';
  return undefined;
}

/** Guessed first for a Pakistani shop that ships Shopify orders, and the public passwords of the demo shops. */
const wordsOfContext = `
  courierdesk courier couriers shopify postex leopard leopards tcs mnp parcel orders dashboard admin owner store shop
  pakistan pakistani zindabad karachi lahore islamabad rawalpindi faisalabad multan peshawar quetta hyderabad sialkot
  gujranwala punjab sindh bismillah mashallah inshallah muhammad mohammad ahmed allah
  demo-owner-pass demo-staff-pass`;
const commonWords = new Set([...dictionary['passwords-common'], ...wordsOfContext.trim().split(/\s+/)]);

/** What people add to a word so that a form takes it: `Pakistan@123`. */
const maxAddition = 6;

/** One common word, in any case and with a few digits and signs around it. */
function isOneCommonWord(password: string): boolean {
  const signs = [...plain(password)];
  const isLetter = (sign: string): boolean => sign >= 'a' && sign <= 'z';
  const first = signs.findIndex(isLetter);
  const word = first === -1 ? '' : signs.slice(first, signs.findLastIndex(isLetter) + 1).join('');
  if (password.length - word.length > maxAddition) return false;
  return commonWords.has(word) || commonWords.has(word.replaceAll(/[^a-z]/g, ''));
}

/** `P@ssw0rd` is read as `password`. */
const plain = (password: string): string =>
  password
    .toLowerCase()
    .replaceAll(/(?<=[a-z])[@0$](?=[a-z])/g, (sign) => (sign === '@' ? 'a' : sign === '0' ? 'o' : 's'));

const isEmail = (password: string, email: string): boolean =>
  email !== '' && password.trim().toLowerCase() === email.trim().toLowerCase();
