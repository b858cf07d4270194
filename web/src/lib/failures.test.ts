import { expect, it } from 'vitest';
import { ApiError, ConnectionError, messageOf } from './failures.ts';

const refusal = (msg: string, planLimit = false): ApiError =>
  new ApiError(400, [{ msg, code: 'invalid-input' }], planLimit, 'r-1');

it('the message of a failure is the first message of the server', () => {
  expect(messageOf(refusal('Tag is required'))).toBe('Tag is required');
  expect(messageOf(refusal('Tag is required'), 'Something went wrong while sending email')).toBe('Tag is required');
});

it('the message of a failure without a message of the server is what the screen says', () => {
  expect(messageOf(new ApiError(502, [], false, 'r-1'))).toBe('Something went wrong');
  expect(messageOf(refusal(''), 'Something went wrong while sending email')).toBe(
    'Something went wrong while sending email',
  );
});

it('the message of a failure of a plan limit is about the plan, whatever the screen would say', () => {
  expect(messageOf(refusal('', true), 'Something went wrong')).toBe('Kindly upgrade your plan');
});

it('the message of a failure of a lost connection says so', () => {
  expect(messageOf(new ConnectionError(false), 'Something went wrong')).toContain('No connection to Courierdesk');
  expect(messageOf('a text')).toBe('Something went wrong');
});
