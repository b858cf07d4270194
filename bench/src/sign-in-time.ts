import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { sendResetEmail } from '@courierdesk/contract/password-resets';
import { loginUser } from '@courierdesk/contract/sessions';
import { createUser } from '@courierdesk/contract/users';
import * as z from 'zod';
import { callApi, type Answer } from '../../scripts/isolated-stack/call-api.ts';
import type { InstalledShop } from '../../scripts/isolated-stack/install-shop.ts';
import type { IsolatedStack } from '../../scripts/isolated-stack/isolated-stack.ts';
import { between } from './figure.ts';
import type { Figure } from './figure.ts';
import { median } from './statistics.ts';

/** A request to reset a password takes little, so its median needs more rounds. */
const roundsOf = { signIn: 200, reset: 300 };
const warmUps = 10;
const known = 'someone@measured-store.test';

/** How long calls take for an email that a user has, compared with one that nobody has. In turns, in one run. */
export async function signInTimeFigures(stack: IsolatedStack, shop: InstalledShop): Promise<Figure[]> {
  await addUser(stack, shop.tokens[0] ?? '');
  return [
    await comparison(stack, 'refused sign-in', roundsOf.signIn, (email) =>
      callApi(stack.url, '', 'POST', loginUser.path, { email, password: 'a wrong password' }),
    ),
    await comparison(stack, 'request to reset a password', roundsOf.reset, (email) =>
      callApi(stack.url, '', 'POST', sendResetEmail.path, { email }),
    ),
  ];
}

async function comparison(
  stack: IsolatedStack,
  what: string,
  rounds: number,
  ask: (email: string) => Promise<Answer>,
): Promise<Figure> {
  const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
  for (let round = 0; round < rounds + warmUps; round += 1) {
    const emails = [
      ['known', known],
      ['unknown', `nobody${round}@measured-store.test`],
    ] as const;
    for (const [which, email] of round % 2 === 0 ? emails : emails.toReversed()) {
      await stack.query('delete from rate_limit', z.unknown());
      const tookMs = await timeOfAnswer(() => ask(email));
      if (round >= warmUps) times[which].push(tookMs);
    }
  }
  const [ofUser, ofNobody] = [median(times.known), median(times.unknown)];
  return between(
    `${what}: time for an email of a user (median ${ofUser.toFixed(1)} ms) over that for one of nobody (${ofNobody.toFixed(1)} ms)`,
    ofUser / ofNobody,
    [0.9, 1.1],
    'times',
  );
}

/** The server takes so many calls of an address in a minute. What it refuses is asked again. */
async function timeOfAnswer(ask: () => Promise<Answer>): Promise<number> {
  for (;;) {
    const startedAt = performance.now();
    const { status } = await ask();
    if (status !== 429) return performance.now() - startedAt;
    await pause(1000);
  }
}

async function addUser(stack: IsolatedStack, token: string): Promise<void> {
  const answer = await callApi(stack.url, token, 'POST', createUser.path, {
    email: known,
    password: 'quiet river lantern',
    first_name: 'Some',
    last_name: 'One',
    tag: 'SOMEONE',
    scopes: ['READ_ORDERS'],
  });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  await stack.query('update app_user set is_verified_user = true where email = $1', z.unknown(), [known]);
}
