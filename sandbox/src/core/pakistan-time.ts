/** Pakistan keeps UTC+5 all year; the couriers print local time without a zone. */
const offsetMs = 5 * 3_600_000;

type PakistanTime = {
  year: string;
  month: string;
  day: string;
  hour: string;
  minute: string;
  second: string;
  weekday: string;
  monthName: string;
};

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

export function pakistanTime(at: Date | string): PakistanTime {
  const local = new Date(new Date(at).getTime() + offsetMs);
  const [date = '', time = ''] = local.toISOString().split('T');
  const [year = '', month = '', day = ''] = date.split('-');
  const [hour = '', minute = '', second = ''] = time.slice(0, 8).split(':');
  return {
    year,
    month,
    day,
    hour,
    minute,
    second,
    weekday: weekdays[local.getUTCDay()] ?? '',
    monthName: months[local.getUTCMonth()] ?? '',
  };
}

/** `YYYY-MM-DD` */
export function pakistanDay(at: Date | string): string {
  const { year, month, day } = pakistanTime(at);
  return `${year}-${month}-${day}`;
}

/** Whether a text is a day as `YYYY-MM-DD`. */
export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** `YYYY-MM-DD HH:mm:ss` */
export function pakistanDateTime(at: Date | string): string {
  const { hour, minute, second } = pakistanTime(at);
  return `${pakistanDay(at)} ${hour}:${minute}:${second}`;
}
