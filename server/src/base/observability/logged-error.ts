import pg from 'pg';
import { stdSerializers } from 'pino';

/** An error as we log it. Database errors are logged without the contents of rows. */
export function loggedError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error instanceof pg.DatabaseError) return withoutRowContents(error);
  if (!(error.cause instanceof Error)) return stdSerializers.err(error);
  const { name, message, stack, cause } = error;
  return { ...Object.fromEntries(Object.entries(error)), type: name, message, stack, cause: loggedError(cause) };
}

/** `detail` and `where` quote rows; so does the message of a value that cannot be read (SQLSTATE class 22). */
function withoutRowContents(error: pg.DatabaseError): Record<string, unknown> {
  const { code, severity, schema, table, column, constraint, routine } = error;
  const message = code?.startsWith('22') ? 'a value does not fit' : error.message;
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  return {
    type: 'DatabaseError',
    message,
    stack: [`DatabaseError: ${message}`, ...frames].join('\n'),
    code,
    severity,
    schema,
    table,
    column,
    constraint,
    routine,
  };
}
