import * as z from 'zod';
import { stored } from './stored.ts';

/** The people to whom this browser has offered a passkey. It asks each of them once. */
const offered = stored('local', 'passkey_offered', z.array(z.string()));

export const wasOfferedPasskey = (userId: string): boolean => offered.read()?.includes(userId) ?? false;

export function rememberPasskeyOffer(userId: string): void {
  if (!wasOfferedPasskey(userId)) offered.write([userId, ...(offered.read() ?? [])].slice(0, maxRemembered));
}

const maxRemembered = 50;
