import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Failure } from '@courierdesk/contract/errors';
import { newId } from '../db/ids.ts';
import { frameworkError } from './framework-errors.ts';

/** Replies to input that is not HTTP or did not arrive in time, and closes the connection. */
export function refuseUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code !== 'ECONNRESET' && socket.writable) {
    const { status, items } = frameworkError(statusOf[error.code ?? ''] ?? 400);
    const failure: Failure = { errors: [...items], request_id: newId() };
    const body = JSON.stringify(failure);
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  }
  socket.destroySoon();
}

const statusOf: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };
