import { CourierError } from './courier-error.ts';
import type { Courier, CourierBooking, CourierCity } from './courier.ts';
import type { Answer, Received } from './scripted-courier.testing.ts';

/** What one courier answers, in its own words, so that the same facts can be shown for all of them. */
export type CourierScript = {
  readonly create: (url: string) => Courier;
  readonly fields: Readonly<Record<string, string>>;
  /** Answers for every test, such as tokens. */
  readonly always?: Readonly<Record<string, Answer>>;
  readonly city: CourierCity;
  readonly paths: { book: string; cancel?: string; cities: string; verify: string; track: string; lookUp: string };
  readonly booked: readonly { answer: Answer; trackingNumber: string }[];
  /** What of the booking arrived, read from the courier's own field names; weight in grams. */
  readonly sent: (request: Received) => {
    reference: unknown;
    cod: unknown;
    pieces: unknown;
    grams: number;
    phone: unknown;
    everythingElse: string;
    /** The texts that a person wrote, each with the most UTF-16 units that the courier takes of it. */
    texts: readonly { text: string; max: number }[];
  };
  readonly refused: readonly { answer: Answer; words: string }[];
  readonly unauthorised: readonly Answer[];
  /** Answers of this courier that leave open whether it booked. */
  readonly unclear: Readonly<Record<string, Answer>>;
  readonly cancelled?: { answer: Answer; refused: Answer };
  readonly cities: Answer;
  /** What `verify` gets; `more` are the other paths it asks. */
  readonly verified: { answer: Answer; more?: Readonly<Record<string, Answer>> };
  /** Tracks a number with scans that came unsorted and twice, and one that is unknown. */
  readonly tracked: {
    known: string;
    unknown: string;
    script: Readonly<Record<string, Answer | readonly Answer[]>>;
    status: string;
  };
  /** Answers about `another` number, delivered, that the courier gives for any number. */
  readonly mistaken: { another: string; scripts: readonly Readonly<Record<string, Answer>>[] };
  /** Two consignments of the reference, one of them cancelled, and one of a longer reference. */
  readonly found: {
    script: Readonly<Record<string, Answer | readonly Answer[]>>;
    live: string;
    cancelled: string;
    cod?: number;
    phone?: string;
  };
  readonly notFound: Readonly<Record<string, Answer>>;
};

export const now = new Date('2026-02-02T10:00:00Z');

export function aBooking(city: CourierCity, changes: Partial<CourierBooking> = {}): CourierBooking {
  return {
    reference: 'CD1043-K7Q2MX',
    consignee: {
      name: 'Ayesha Khan',
      email: 'ayesha@example.com',
      phone: '03001234567',
      phone2: '03217654321',
      phone3: '03331112223',
      address: 'House 12, Street 4, Gulberg III',
    },
    city,
    cod: 1500,
    weight: 2000,
    pieces: 2,
    products: '2 x Lawn suit (blue)',
    remarks: 'Call before delivery',
    orderNames: ['#1043'],
    ...changes,
  };
}

/** The error of a call that must fail, and fail as a `CourierError`. */
export async function failureOf(call: Promise<unknown>): Promise<CourierError> {
  const outcome = await call.then(
    (value) => value,
    (error: unknown) => error,
  );
  if (outcome instanceof CourierError) return outcome;
  throw new Error(`not a CourierError: ${JSON.stringify(outcome)}`, { cause: outcome });
}
