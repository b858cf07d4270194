import type { FastifyRequest } from 'fastify';
import type { Answer } from '../http/answer.ts';
import { gatewayPage, json, malformed, tooMany } from '../http/answer.ts';
import type { Fields } from '../http/fields.ts';
import { fieldsOf, lowerCased, text } from '../http/fields.ts';
import type { Operation, Voice } from '../http/operation.ts';
import { isUnreadable } from '../http/request-body.ts';
import type { MnpAccount } from './accounts.ts';
import { mnpAccount } from './accounts.ts';

export const wrongPassword = 'Invalid username or password';

/** ASP.NET binds names in any case (couriers/mnp.md 1). */
export function asked(request: FastifyRequest): Fields {
  return lowerCased({ ...fieldsOf(request.query), ...fieldsOf(request.body) });
}

export function accountAsked(fields: Fields): MnpAccount | undefined {
  return mnpAccount(text(fields, 'username'), text(fields, 'password'));
}

/** Booking and tracking say so in strings, in a list of one. */
export const inWords = (isSuccess: boolean, message: string, rest: object): Answer =>
  json([{ isSuccess: String(isSuccess), message, ...rest }]);

/** Void, bulk and reports say so in booleans, in a list of one. */
export const inBooleans = (isSuccess: boolean, message: string, rest: object): Answer =>
  json([{ isSuccess, message, ...rest }]);

/** Locations and user management misspell the key and answer with a bare object. */
export const misspelt = (isSucces: boolean, message: string, locationList: unknown): Answer =>
  json({ isSucces, message, locationList });

export const unreadable = (request: FastifyRequest): Answer | undefined =>
  isUnreadable(request) ? malformed('unreadable body', json({ Message: 'The request is invalid.' }, 400)) : undefined;

export const frameworkNotFound = (url: string): Answer =>
  json({ Message: `No HTTP resource was found that matches the request URI '${url}'.` }, 404);

export const mnpVoice: Voice = {
  target: 'mnp',
  refusal: refusalOf,
  serverError: () => json({ Message: 'An error has occurred.' }, 500),
  badGateway: () => gatewayPage(502, 'Bad Gateway', 'Microsoft-Azure-Application-Gateway/v2'),
  garbage: garbageOf,
  throttled: () => tooMany(json({ Message: 'Too many requests.' })),
};

function refusalOf(operation: Operation, request: FastifyRequest): Answer {
  switch (operation) {
    case 'book':
      return inWords(false, 'COD amount must be greater than 0', { orderReferenceId: '' });
    case 'cancel':
      return inBooleans(true, 'Succes, Details in List', { orderReferenceIdList: refusedNumbers(request) });
    case 'track':
      return inWords(false, 'Consignment not found', { tracking_Details: [] });
    case 'lookup':
      return inBooleans(false, 'No record found', { Details: [] });
    case 'cities':
      return json([{ City: [wrongPassword] }]);
    default:
      return misspelt(false, wrongPassword, null);
  }
}

function refusedNumbers(request: FastifyRequest) {
  const numbers = asked(request)['consignmentnumberlist'];
  return (Array.isArray(numbers) ? numbers : []).map((consignmentNumber: unknown) => ({
    consignmentNumber,
    success: false,
    message: 'CN cannot be void',
  }));
}

/** A raw server text in place of an answer: nobody knows what became of the request (couriers/mnp.md 1). */
function garbageOf(operation: Operation): Answer {
  const message = 'Object reference not set to an instance of an object.';
  if (operation === 'book') return inWords(false, message, { orderReferenceId: null });
  return gatewayPage(200, 'Service Unavailable', 'Microsoft-HTTPAPI/2.0');
}
