import { createContext, useContext } from 'react';

/** The shop's time zone, in which every date on screen is written. */
export const TimeZone = createContext('Asia/Karachi');

export const useTimeZone = (): string => useContext(TimeZone);
