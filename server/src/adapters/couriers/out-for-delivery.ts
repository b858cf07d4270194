const outForDelivery = /out.?for.?delivery|assign(ed)? to courier|delivery en-route|on route|with delivery courier/i;

/** True if the courier's words say that the parcel is out for delivery. */
export const isOutForDelivery = (words: string): boolean => outForDelivery.test(words);
