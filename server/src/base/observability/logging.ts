import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import { isDatabaseAway } from '../db/client.ts';
import { loggedError } from './logged-error.ts';

/** Structured logs on standard output. Known fields with secrets are redacted. */
export function createLogger(level: string, destination: DestinationStream = pino.destination(1)): Logger {
  const options: LoggerOptions = {
    level,
    redact: {
      paths: [
        'req.headers.authorization',
        'req.headers.cookie',
        'headers.authorization',
        '*.password',
        '*.api_password',
        '*.api_key',
        '*.token',
        '*.client_secret',
        '*.bearer_token',
        '*.access_token',
        '*.refresh_token',
      ],
      censor: '[redacted]',
    },
    serializers: { err: loggedError },
    formatters: { level: (label) => ({ level: label }) },
    hooks: {
      logMethod(args, method, number) {
        // `/readyz` reports a lost database. It is no error of the work that met it, which is repeated.
        const isLess = number === pino.levels.values['error'] && isDatabaseAway(errorOf(args));
        if (isLess) this.warn(...args);
        else method.apply(this, args);
      },
    },
  };
  return pino(options, destination);
}

function errorOf([first]: readonly unknown[]): unknown {
  return typeof first === 'object' && first !== null && 'err' in first ? first.err : undefined;
}
