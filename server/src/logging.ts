import { pino, type Logger } from 'pino';

/** Structured logs on standard output. Secrets and personal data never reach them: known places are redacted. */
export function createLogger(level: string): Logger {
  return pino({
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
    formatters: { level: (label) => ({ level: label }) },
  });
}
