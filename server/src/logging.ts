import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino';
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
  };
  return pino(options, destination);
}
