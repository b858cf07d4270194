import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { maxPasswordLength } from './passwords.ts';

// The list of common passwords is large: browsers load this file only where a password is chosen.
const checker = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: maxPasswordLength });

/** From 0, guessed at once, to 4, very hard to guess. */
export type Strength = 0 | 1 | 2 | 3 | 4;

/** The weakest strength that we accept: about a million guesses or more. */
export const minStrength = 2;

/** How hard a password is to guess for someone who knows the person's email. */
export function strengthOf(password: string, email: string): Strength {
  if (isEmail(password, email)) return 0;
  return checker.check(password.slice(0, maxPasswordLength), [email, ...email.split(/[@.]/)].filter(Boolean)).score;
}

/** Why a password of sufficient length is refused, or undefined. */
export function weaknessOf(password: string, email: string): string | undefined {
  if (isEmail(password, email)) return 'Your password cannot be the email address';
  if (strengthOf(password, email) < minStrength)
    return 'This password is common or easy to guess. Try three or four unrelated words';
  return undefined;
}

const isEmail = (password: string, email: string): boolean =>
  email !== '' && password.trim().toLowerCase() === email.trim().toLowerCase();
