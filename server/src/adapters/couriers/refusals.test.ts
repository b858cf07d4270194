import { describe, expect, test } from 'vitest';
import type { Exchange } from './exchange.ts';
import { meansNothingFound, provesNothingFound, refusal } from './refusals.ts';

const answer = (changes: boolean, operation = 'book'): Exchange => ({
  status: 200,
  changes,
  contentType: 'application/json',
  body: Buffer.from(''),
  trace: { operation, method: 'POST', path: '/', status: 200, durationMs: 1 },
});

describe('words that refuse a booking', () => {
  test.each([
    ['Invalid API Key', 'unauthorised'],
    ['TOKEN IS INVALID', 'unauthorised'],
    ['Invalid username or password', 'unauthorised'],
    ['Invalid Bearer token. Mismatch configuration.', 'unauthorised'],
    ['Invalid access token', 'unauthorised'],
    ['Authorization has been denied for this request.', 'unauthorised'],
    ['Invalid account number', 'unauthorised'],
    ['Your account has been suspended', 'unauthorised'],
    ['Account number is required', 'rejected'],
    ['Destination city is inactive', 'rejected'],
    ['Object reference not set to an instance of an object', 'uncertain'],
    ['Execution Timeout Expired.', 'uncertain'],
    ['An error has occurred.', 'uncertain'],
    ['A transport-level error has occurred when receiving results from the server.', 'uncertain'],
    ['A network-related or instance-specific error occurred while connecting to SQL Server.', 'uncertain'],
    ['The connection is broken and recovery is not possible.', 'uncertain'],
    ['Thread was being aborted.', 'uncertain'],
    ['Nullable object must have a value.', 'uncertain'],
    ['Sequence contains no elements', 'uncertain'],
    ['Index was outside the bounds of the array.', 'uncertain'],
    ['The given key was not present in the dictionary.', 'uncertain'],
    ['SQLSTATE[HY000]: General error: 2006 MySQL server has gone away', 'uncertain'],
    ['Validation errors occurred: Consignee Phone', 'rejected'],
    ['INTERNAL SERVER ERROR', 'uncertain'],
    ['duplicate orderRefNumber', 'uncertain'],
    ['Order Reference already exist', 'uncertain'],
    ['Packet Weight is required', 'rejected'],
    ['Consignee Name is required', 'rejected'],
    ['Invalid Return Location', 'rejected'],
    ['Invalid Origin City.', 'rejected'],
    ['Invalid destination city', 'rejected'],
    ['No Cost Center found.', 'rejected'],
    ['COD amount must be greater than 0', 'rejected'],
    ['Packet is already picked', 'rejected'],
    ['Order saved successfully!', 'uncertain'],
    ['ORDER HAS BEEN CREATED', 'uncertain'],
    ['Order could not be saved successfully', 'rejected'],
    ['Order has not been created', 'rejected'],
    ['Unsuccessful', 'rejected'],
    ['System under maintenance, try again later', 'unavailable'],
    ['Too many requests', 'unavailable'],
    ['Deadlock during maintenance', 'uncertain'],
    ['COD limit exceeded', 'rejected'],
    ['Too many pieces', 'rejected'],
    ['Service temporarily closed for this city', 'rejected'],
    ['', 'uncertain'],
  ])('%j is %s', (words, kind) => {
    expect(refusal(answer(true), words).kind).toBe(kind);
  });
});

test.each([
  ['Packet already cancelled', 'uncertain'],
  ['CN already void', 'uncertain'],
  ['Packet has already been picked', 'rejected'],
  ['Failure: No Record Founds', 'rejected'],
  ['System under maintenance', 'unavailable'],
])('a cancellation refused with %j is %s', (words, kind) => {
  expect(refusal(answer(true, 'cancel'), words).kind).toBe(kind);
});

test.each([
  ['No Record Found', true],
  ['Order not found', true],
  ['Your account is suspended', false],
  ['Invalid account number', false],
  ['System under maintenance, try again later', false],
  ['Invalid API Key', false],
  ['A transport-level error has occurred when receiving results from the server.', false],
])('a look-up refused with %j found nothing: %s', (words, nothing) => {
  expect(meansNothingFound(refusal(answer(false, 'lookup'), words))).toBe(nothing);
});

test.each([
  ['No Record Found', true],
  ['No record found for CD1043-K7Q2MX', true],
  ['Failure: No Record Founds', true],
  ['No Data Found', true],
  ['No data', true],
  ['No such order exists', true],
  ['Order not found', true],
  ['Order ID does not exist', true],
  ['Record could not be found.', true],
  ["Consignment doesn't exist", true],
  ['Order not found, please try again', false],
  ['Merchant not found', false],
  ['Method not found', false],
  ['No order permission', false],
  ['Request is limited to one client', false],
  ['Invalid parameters', false],
  ['Error 1043', false],
])('a look-up of a booking that is refused with %j proves that there is none: %s', (words, proven) => {
  expect(provesNothingFound(refusal(answer(false, 'lookup'), words))).toBe(proven);
});

test('a read that meets a server in trouble or in maintenance is unavailable', () => {
  expect(refusal(answer(false), 'System under maintenance').kind).toBe('unavailable');
  expect(refusal(answer(false), 'Object reference not set to an instance of an object').kind).toBe('unavailable');
  expect(refusal(answer(false), '').kind).toBe('unavailable');
});
