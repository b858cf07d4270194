/** `RAHIM YAR KHAN` -> `Rahim Yar Khan`: couriers write city names in capitals. */
export const titleCase = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/(^|[\s(.-])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());
