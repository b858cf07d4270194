/** `RAHIM YAR KHAN` -> `Rahim Yar Khan`, as people write the names that couriers shout. */
export const titleCase = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/(^|[\s(.-])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());
