/** Code that the browser could not load: an update of Courierdesk removed it, or there is no connection. */
export class MissingCode extends Error {
  override name = 'MissingCode';
}

/** Browsers word this differently. */
export const isMissingCode = (error: unknown): error is Error =>
  error instanceof MissingCode ||
  (error instanceof Error &&
    /dynamically imported module|Importing a module script failed|Unable to preload CSS/.test(error.message));
