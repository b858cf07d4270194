import { parseArgs } from 'node:util';
import { PlatformError } from '../../adapters/platforms/platform.ts';
import { ConfigError } from '../../base/config.ts';
import type { Context } from '../../base/context.ts';
import { AppError } from '../../base/errors.ts';
import { resealTwoFactorSecrets } from '../../people/two-factor/reseal-secrets.ts';
import { resetTwoFactorByOperator } from '../../people/two-factor/reset-user.ts';
import { sendVerificationByOperator } from '../../people/users/send-verification-by-operator.ts';
import { resealAccountSecrets } from '../../shop/courier-accounts/reseal-secrets.ts';
import { blockShop } from '../../shop/shops/block-shop.ts';
import { eraseShop } from '../../shop/shops/erase-shop.ts';
import { resealStoreCredentials } from '../../shop/shops/reseal-credentials.ts';
import { compareShops } from './compare-shops.ts';
import { exportShop } from './export-shop.ts';
import { findShop, findUser, OperatorError } from './find.ts';
import { listShops } from './list-shops.ts';
import { terminalText } from './terminal-text.ts';

type Terminal = {
  print(line: string): void;
  /** What the operator types after the question. */
  ask(question: string): Promise<string>;
};

export const usage = `npm run operator -- <command>

  shops                            all shops: plan, installed, last order, users
  block <shop>                     nobody of the shop can sign in, and nothing is booked
  unblock <shop>
  erase <shop>                     erases all data of a shop that has uninstalled; asks to type its domain
                                   (--yes-erase <domain> answers that)
  compare                          after a restore, before processes start: stops batches that waited, and compares all
                                   shops with their stores and couriers
  export <shop> <file>             writes all data of a shop, without secrets, to a new file
  reset-two-factor <email>         for an owner who lost phone, passkeys and recovery codes
  send-verification <email>        sends a user another link to verify the email
  rotate-secrets                   encrypts what is stored with the new APP_SECRET, now

<shop> is a domain, with or without .myshopify.com, or an id. If several shops have a user with the email, add --shop <shop>.
What a command changed is in the activity log of the shop.`;

/** Runs a command and says what it did. Returns the exit code. */
export async function runOperator(context: Context, args: readonly string[], terminal: Terminal): Promise<0 | 1> {
  try {
    await run(context, args, terminal);
    return 0;
  } catch (error) {
    if (!isExpected(error)) throw error;
    terminal.print(error.message);
    return 1;
  }
}

const isExpected = (error: unknown): error is Error =>
  error instanceof OperatorError || error instanceof AppError || error instanceof ConfigError;

async function run(context: Context, args: readonly string[], terminal: Terminal): Promise<void> {
  const { command, given, options } = parsed(args);
  const [first = '', second = ''] = given;
  const needed = { shops: 0, compare: 0, 'rotate-secrets': 0, export: 2 }[command] ?? 1;
  if (given.length !== needed) throw new OperatorError(usage);
  switch (command) {
    case 'shops':
      for (const line of await listShops(context)) terminal.print(line);
      return;
    case 'block':
    case 'unblock': {
      const shop = await findShop(context, first);
      const blocked = command === 'block';
      const changed = await blockShop(context, shop.id, blocked);
      const now = blocked ? 'blocked: nobody can sign in, and nothing is booked' : 'not blocked';
      return terminal.print(`${shop.domain} is ${changed ? 'now' : 'already'} ${now}.`);
    }
    case 'erase':
      return erase(context, first, options['yes-erase'], terminal);
    case 'compare':
      return compareShops(context, terminal.print);
    case 'export': {
      const shop = await findShop(context, first);
      const rows = await exportShop(context, shop, second);
      return terminal.print(
        `${shop.domain}: wrote ${rows} rows to ${second}. They are personal data: keep the file safe.`,
      );
    }
    case 'reset-two-factor': {
      const user = await findUser(context, first, options.shop);
      await resetTwoFactorByOperator(context, user);
      return terminal.print(
        `${first} of ${user.domain} signs in with the password alone now, was signed out everywhere, and gets an email.`,
      );
    }
    case 'send-verification': {
      const user = await findUser(context, first, options.shop);
      await sendVerificationByOperator(context, user);
      return terminal.print(`${first} of ${user.domain} gets an email with a link, which works for seven days.`);
    }
    case 'rotate-secrets':
      return rotateSecrets(context, terminal);
    default:
      throw new OperatorError(command === '' ? usage : `There is no command ${command}.\n\n${usage}`);
  }
}

function parsed(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { shop: { type: 'string' }, 'yes-erase': { type: 'string' } },
    });
    const [command = '', ...given] = positionals;
    return { command, given, options: values };
  } catch (error) {
    throw new OperatorError(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  }
}

/** The activity log goes with the shop, so this is in the log of the program alone. */
async function erase(context: Context, text: string, yes: string | undefined, terminal: Terminal): Promise<void> {
  const shop = await findShop(context, text);
  const typed =
    yes ??
    (await terminal.ask(`This erases all data of ${terminalText(shop.name)} for ever. Type ${shop.domain} to go on: `));
  if (typed.trim() !== shop.domain) throw new OperatorError(`That is not ${shop.domain}. Nothing was erased.`);
  const erased = await eraseShop(context, shop.id).catch((error: unknown) => {
    if (!(error instanceof PlatformError)) throw error;
    throw new OperatorError(
      `${shop.domain} did not say whether Courierdesk is still installed (${error.message}) Nothing was erased. Try again later.`,
    );
  });
  if (!erased)
    throw new OperatorError(
      `${shop.domain} still has Courierdesk installed, so nothing was erased. Its owner uninstalls it in Shopify first. Until then: npm run operator -- block ${shop.domain}`,
    );
  context.log.warn({ shopId: shop.id, domain: shop.domain }, 'the operator erased a shop');
  terminal.print(`${shop.domain} is erased, with its activity log.`);
}

/** What workers do every hour. It fails at a value that neither secret opens. */
async function rotateSecrets(context: Context, terminal: Terminal): Promise<void> {
  await resealStoreCredentials(context);
  await resealAccountSecrets(context);
  await resealTwoFactorSecrets(context);
  terminal.print(
    context.config.appSecretPrevious === undefined
      ? 'Everything that is stored is encrypted with APP_SECRET.'
      : 'Everything that is stored is encrypted with APP_SECRET. Remove APP_SECRET_PREVIOUS once all processes have the new secret and no tracking link needs the old one (a month).',
  );
}
