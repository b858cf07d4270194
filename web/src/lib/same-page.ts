type Place = { pathname: string; search: Readonly<Record<string, unknown>> };

/** Whether a URL still shows the same record. Booking pages name their orders in the search part of the URL. */
export const isSamePage = (one: Place, other: Place): boolean => recordOf(one) === recordOf(other);

const recordOf = ({ pathname, search }: Place): string => JSON.stringify([pathname, search['id'], search['ids[]']]);
