/**
 * A text as HTML shows it, also within quotes. `words-of-customer.ts` finds the words of a customer in the emails that have
 * this form.
 */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
