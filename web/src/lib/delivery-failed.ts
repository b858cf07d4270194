/**
 * What the couriers' words for a delivery that did not work have in common; Leopards calls a failed one "Pending", with
 * the reason behind it. Source: couriers/*.md, status tables.
 */
const failed =
  /^pending\b|undeliver|not delivered|not available|unsuccessful|refused|attempt|ready for return|hold for advice|on hold|under review|failed/i;

/** The courier's newest words say that it tried to deliver, and could not. */
export const deliveryFailed = (words: string): boolean => failed.test(words);
