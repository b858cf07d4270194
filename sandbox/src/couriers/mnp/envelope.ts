import type { FastifyRequest } from 'fastify';
import type { Answer } from '../http/answer.ts';
import { gatewayPage, json, malformed, tooMany } from '../http/answer.ts';
import type { Fields } from '../http/fields.ts';
import { fieldsOf, lowerCased, text } from '../http/fields.ts';
import type { Operation, CourierFaultAnswers } from '../http/operation.ts';
import { isUnreadable } from '../http/request-body.ts';
import type { MnpAccount } from './accounts.ts';
import { mnpAccount } from './accounts.ts';

export const wrongPassword = 'Invalid username or password';

/** ASP.NET binds names in any case. */
export function requestFields(request: FastifyRequest): Fields {
  return lowerCased({ ...fieldsOf(request.query), ...fieldsOf(request.body) });
}

export function findAccount(fields: Fields): MnpAccount | undefined {
  return mnpAccount(text(fields, 'username'), text(fields, 'password'));
}

/** Booking and tracking answer with a list of one, the flag as text. */
export const answerWithTextFlag = (isSuccess: boolean, message: string, rest: object): Answer =>
  json([{ isSuccess: String(isSuccess), message, ...rest }]);

/** Void, bulk and reports answer with a list of one, the flag as boolean. */
export const answerWithBooleanFlag = (isSuccess: boolean, message: string, rest: object): Answer =>
  json([{ isSuccess, message, ...rest }]);

/** Locations and user management answer with an object; M&P misspells `isSucces`. */
export const locationListAnswer = (isSucces: boolean, message: string, locationList: unknown): Answer =>
  json({ isSucces, message, locationList });

export const unreadable = (request: FastifyRequest): Answer | undefined =>
  isUnreadable(request) ? malformed('unreadable body', json({ Message: 'The request is invalid.' }, 400)) : undefined;

export const frameworkNotFound = (url: string): Answer =>
  json({ Message: `No HTTP resource was found that matches the request URI '${url}'.` }, 404);

export const mnpFaultAnswers: CourierFaultAnswers = {
  target: 'mnp',
  rejection: rejectionFor,
  credentialsRefused,
  serverError: () => json({ Message: 'An error has occurred.' }, 500),
  badGateway: () => gatewayPage(502, 'Bad Gateway', 'Microsoft-Azure-Application-Gateway/v2'),
  garbage: garbageFor,
  throttled: () => tooMany(json({ Message: 'Too many requests.' })),
};

function rejectionFor(operation: Operation, request: FastifyRequest): Answer {
  switch (operation) {
    case 'book':
      return answerWithTextFlag(false, 'COD amount must be greater than 0', { orderReferenceId: '' });
    case 'cancel':
      return answerWithBooleanFlag(true, 'Succes, Details in List', { orderReferenceIdList: refusedNumbers(request) });
    case 'track':
      return answerWithTextFlag(false, 'Consignment not found', { tracking_Details: [] });
    case 'lookup':
      return answerWithBooleanFlag(false, 'No record found', { Details: [] });
    default:
      return credentialsRefused(operation);
  }
}

function credentialsRefused(operation: Operation): Answer {
  switch (operation) {
    case 'book':
      return answerWithTextFlag(false, wrongPassword, { orderReferenceId: '' });
    case 'cities':
      return json([{ City: [wrongPassword] }]);
    default:
      return locationListAnswer(false, wrongPassword, null);
  }
}

function refusedNumbers(request: FastifyRequest) {
  const numbers = requestFields(request)['consignmentnumberlist'];
  return (Array.isArray(numbers) ? numbers : []).map((consignmentNumber: unknown) => ({
    consignmentNumber,
    success: false,
    message: 'CN cannot be void',
  }));
}

/** A raw server error in place of an answer: the outcome of the request is unknown. */
function garbageFor(operation: Operation): Answer {
  const message = 'Object reference not set to an instance of an object.';
  if (operation === 'book') return answerWithTextFlag(false, message, { orderReferenceId: null });
  return gatewayPage(200, 'Service Unavailable', 'Microsoft-HTTPAPI/2.0');
}
