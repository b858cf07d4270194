import type { Company } from '@courierdesk/contract/companies';
import type { ParcelTrouble, ShipmentStatus } from '@courierdesk/contract/statuses';
import type { CourierError, CourierTrace } from './courier-error.ts';

/**
 * What every courier adapter can do. An adapter knows HTTP and its courier, no feature and no database.
 * Every function throws `CourierError` and nothing else when the courier, or the way to it, fails.
 */
export type Courier = {
  readonly company: Company;
  readonly abilities: CourierAbilities;
  /** Proves that the credentials work, with the cheapest call that does. */
  verify(account: CourierAccess, call: CourierCall): Promise<CourierVerification>;
  /** The destinations this account can book to, as the courier spells or numbers them. */
  cities(account: CourierAccess, call: CourierCall): Promise<CourierCity[]>;
  /**
   * Books one consignment with exactly one request that can create it. Repeats that request only once, and only if
   * the courier refused an expired token before it did anything (docs/contracts/tcs.md, "Tokens").
   * Resolves only with a tracking number. Every unclear answer is a `CourierError` of kind `uncertain`.
   */
  book(account: CourierAccess, booking: CourierBooking, call: CourierCall): Promise<CourierBooked>;
  /**
   * Cancels at the courier. Resolves when the courier has confirmed it. Couriers without a cancel call
   * (`abilities.cancel` is false) throw `rejected`. The error kinds are those of `book`.
   */
  cancel(account: CourierAccess, trackingNumber: string, call: CourierCall): Promise<void>;
  /**
   * The present state of each number, in as few calls as the courier takes (`abilities.maxTrackedAtOnce`).
   * A number that the courier does not know, or answers with another number's parcel, is `{found: false}`, not an
   * error. If the courier refuses a list of several numbers (`rejected`), it may answer its halves.
   */
  track(account: CourierAccess, trackingNumbers: readonly string[], call: CourierCall): Promise<CourierTracking[]>;
  /**
   * The meaning of a courier's status text. `code` is the code of its event, or empty. Undefined if the text is not in
   * the vocabulary.
   */
  meaningOf(words: string, code: string): StatusMeaning | undefined;
  /** What the words mean to the receiver of the parcel. Undefined if the text is not in the vocabulary. */
  inPlainWords(words: string, code: string): PlainWords | undefined;
  /** The courier's own label as PDF bytes, or nothing where it has none to give now. */
  label(account: CourierAccess, label: CourierLabelRequest, call: CourierCall): Promise<Uint8Array | undefined>;
  /**
   * The courier's own load sheet for these numbers, at most `abilities.maxLoadSheetNumbers`. It also requests the
   * pick-up. Numbers that the courier names as refused are left out (`refused`); if it takes none, this is an error.
   * Absent if the courier has none. Safe to repeat. The error kinds are those of `book`.
   */
  loadSheet?(account: CourierAccess, trackingNumbers: readonly string[], call: CourierCall): Promise<CourierLoadSheet>;
  /** Every consignment the courier shows for one of our references, cancelled ones included. */
  findByReference(account: CourierAccess, search: ReferenceSearch, call: CourierCall): Promise<FoundConsignment[]>;
  /**
   * Every consignment of the account that was booked on these days, cancelled ones included. Only couriers whose list is
   * complete have this: M&P has no such list, and that of TCS is not documented.
   */
  listBooked?(account: CourierAccess, days: BookedDays, call: CourierCall): Promise<ListedConsignment[]>;
  /** What the account form may offer to choose from (addresses, locations, cost centres). */
  choices(account: CourierAccess, call: CourierCall): Promise<CourierChoices>;
};

export type CourierAbilities = {
  /** M&P has no cancel route for a booking: only the store's fulfilment is cancelled. */
  readonly cancel: boolean;
  /** Maximum of numbers in one tracking call. */
  readonly maxTrackedAtOnce: number;
  /** `never`: an empty look-up proves nothing and waits for a person; `eventually`: it frees the order. */
  readonly lookup: 'eventually' | 'never';
  readonly label: 'at-booking' | 'any-time' | 'none';
  /** Maximum of numbers on one load sheet of the courier; 0: it has none. */
  readonly maxLoadSheetNumbers: number;
  /** Largest COD in whole rupees. */
  readonly maxCod: number;
  /** Takes parcels without an amount to collect, whatever the account. */
  readonly takesZeroCod: boolean;
  readonly maxPieces: number;
  /** Default limit of calls at the same time per account, and time-out of one call in milliseconds. */
  readonly parallelCalls: number;
  readonly timeoutMs: number;
};

/** Credentials and settings of one courier account, decrypted, by the field names of the account form. */
export type CourierAccess = {
  /** Stable key for caches of tokens: unique per stored account and version of its credentials. */
  readonly cacheKey: string;
  readonly fields: Readonly<Record<string, string>>;
};

/** What travels with each call. */
export type CourierCall = {
  readonly http: CourierHttp;
  readonly now: () => Date;
  readonly signal?: AbortSignal | undefined;
  /** Called when a tracking answer is about other numbers than those asked for; such an answer is not used. */
  readonly onMismatch?: (mismatch: NumberMismatch) => void;
  /** Called when the courier refuses credentials of a request that the work can do without. */
  readonly onRefused?: (error: CourierError) => void;
};

export type NumberMismatch = { readonly asked: readonly string[]; readonly answered: readonly string[] };

/**
 * Sends a request. No redirects. Requests that change something use a new connection and are never repeated. See
 * `http.ts`.
 */
export type CourierHttp = (request: CourierRequest) => Promise<CourierResponse>;

export type CourierRequest = {
  readonly operation: string;
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly timeoutMs: number;
  /** The request changes something at the courier: own connection, and a lost answer is `uncertain`. */
  readonly changes: boolean;
  /**
   * The request carries the account's credentials, or a token that they bought: an accepted one proves that they work.
   * `some`: it carries a part of them, so that a refused one counts, and an accepted one proves nothing about the others.
   */
  readonly credentials: boolean | 'some';
  /** Largest answer that is read; 5 MB when left out. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal | undefined;
};

export type CourierResponse = {
  readonly status: number;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly durationMs: number;
};

export type CourierVerification = {
  /** Words for the person who is adding the account, e.g. the account's name at the courier. */
  readonly message: string;
  readonly choices: CourierChoices;
};

/** Choices per field name of the account form. */
export type CourierChoices = Readonly<Record<string, readonly { value: string; label: string }[]>>;

export type CourierCity = {
  /** What booking sends: an id where the courier has ids, else its spelling of the name. */
  readonly id: string;
  readonly name: string;
};

export type CourierBooking = {
  /** Our own unique reference: `CD<order>-<random>`, at most 21 characters, letters, digits and one hyphen. */
  readonly reference: string;
  readonly consignee: {
    readonly name: string;
    readonly email: string;
    /** `03xxxxxxxxx` */
    readonly phone: string;
    readonly phone2: string;
    readonly phone3: string;
    readonly address: string;
  };
  readonly city: CourierCity;
  /** Whole rupees; 0 is prepaid. */
  readonly cod: number;
  /** Whole grams, at least the courier's minimum. */
  readonly weight: number;
  readonly pieces: number;
  readonly products: string;
  readonly remarks: string;
  readonly orderNames: readonly string[];
};

export type CourierBooked = {
  readonly trackingNumber: string;
  /** Address of the courier's label, if the courier gives it only at booking. */
  readonly labelUrl?: string;
  readonly trace: CourierTrace;
};

export type CourierEvent = {
  readonly at: Date;
  /** The courier's own words. */
  readonly text: string;
  /** The courier's own code, or empty. */
  readonly code: string;
  readonly location: string;
  /** Reason, receiver or other remark, or empty. */
  readonly detail: string;
};

export type CourierTracking =
  | {
      readonly trackingNumber: string;
      readonly found: false;
      /** The courier did not answer for one of the places where the number may be, or refused it. */
      readonly unsure?: boolean;
    }
  | {
      readonly trackingNumber: string;
      readonly found: true;
      /** The courier's own words for where the parcel is now. */
      readonly statusText: string;
      /** The furthest that the courier's known words say; undefined if we know none of them. */
      readonly status: StatusMeaning | undefined;
      /** When the parcel got there, where a scan says so. */
      readonly statusAt?: Date | undefined;
      /** The courier's newest words, if we do not know them. They change no status, and a person is told. */
      readonly unknownWords?: string;
      /** Oldest first, without repeats. */
      readonly events: readonly CourierEvent[];
      /** The batch reply had no events for this parcel. Track it alone to get them. */
      readonly eventsLeftOut?: boolean;
      /** When it was delivered, where the courier says so beside the events. */
      readonly deliveredAt?: Date | undefined;
      readonly reference?: string | undefined;
      readonly cod?: number | undefined;
      readonly phone?: string | undefined;
      /** As `FoundConsignment.bookedAt`. */
      readonly bookedAt?: Date | undefined;
      readonly expectedAt?: Date | undefined;
    };

/** What a courier's word means for us. `final` words end the parcel's way. */
export type StatusMeaning = {
  readonly status: ShipmentStatus;
  readonly final: boolean;
  /** The shop should act. */
  readonly attention?: ParcelTrouble;
  /** A scan after pick-up: the parcel has physically moved. */
  readonly moving?: boolean;
};

/** What a courier says of a parcel, as its receiver understands it. */
export type PlainWords = { readonly en: string; readonly ur: string };

type CourierLabelRequest = { readonly trackingNumber: string; readonly labelUrl?: string };

export type CourierLoadSheet = {
  /** The courier's number for it, or empty. */
  readonly sheetId: string;
  /** Its paper, when the courier gave it. */
  readonly pdf: Uint8Array | undefined;
  /** Numbers that it left out, in its own words. */
  readonly refused: Readonly<Record<string, string>>;
};

type ReferenceSearch = { readonly reference: string; readonly claimedAt: Date };

/** Days in Pakistan, both included; at most seven. */
type BookedDays = { readonly from: string; readonly to: string };

export type ListedConsignment = FoundConsignment & {
  /** The courier's own words for where the parcel is. */
  readonly statusText: string;
  readonly status: StatusMeaning | undefined;
  /** Empty where the list does not say. */
  readonly consignee: { readonly name: string; readonly address: string; readonly city: string };
};

export type FoundConsignment = {
  readonly trackingNumber: string;
  readonly reference: string;
  readonly cancelled: boolean;
  readonly cod?: number | undefined;
  /** `03xxxxxxxxx` where the courier's answer carries a mobile number. */
  readonly phone?: string | undefined;
  /**
   * The latest moment at which it can have been booked. Most couriers give a day only: then the end of that day in
   * Pakistan, or now when that is earlier, so that "not before the claim" can be asked of it.
   */
  readonly bookedAt?: Date | undefined;
};
