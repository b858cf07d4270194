import type { SandboxContext } from '../../core/sandbox-context.ts';
import type { Answer } from '../http/answer.ts';
import { malformed } from '../http/answer.ts';
import type { Fields } from '../http/fields.ts';
import { text } from '../http/fields.ts';
import { lifeCycleOf } from '../parcels/routes.ts';
import type { TcsAccount } from './accounts.ts';
import { addedCostCentres, costCentresOf } from './accounts.ts';
import { tcsCities } from './cities.ts';
import { withTraceId } from './envelope.ts';

/** docs/contracts/tcs.md, "Cities" */
export function cityList(fields: Fields): Answer {
  if (text(fields, 'countrycode').toUpperCase() !== 'PK') {
    return malformed('countrycode is not PK', withTraceId({ message: 'FAIL', data: null }));
  }
  return withTraceId({ message: 'SUCCESS', data: tcsCities });
}

export function costCentreList(context: SandboxContext, account: TcsAccount, fields: Fields): Answer {
  if (text(fields, 'customerno') !== account.customerno)
    return withTraceId({ detail: null, message: 'No Cost Center found.' });
  return withTraceId({ detail: costCentresOf(context, account), message: 'success' });
}

const required = [
  'costcentercityname',
  'costcentercode',
  'costcentername',
  'pickupaddress',
  'returnaddress',
  'accountnumber',
];

export function createCostCentre(context: SandboxContext, account: TcsAccount, fields: Fields): Answer {
  const missing = required.find((field) => text(fields, field) === '');
  if (missing)
    return malformed(
      `no ${missing}`,
      withTraceId({ error: [{ [missing]: `${missing} is required` }], message: 'Validation failed' }),
    );
  const code = text(fields, 'costcentercode');
  const exists = costCentresOf(context, account).some((centre) => centre.costcentercode === code);
  if (exists || text(fields, 'accountnumber') !== account.tcsaccount) {
    return withTraceId({ message: 'FAILURE: Cost Center Already Exists', costcentercode: null });
  }
  addedCostCentres(context).put(`${account.tcsaccount}|${code}`, {
    account: account.tcsaccount,
    costcentercode: code,
    costcentercity: text(fields, 'costcentercityname'),
    costcentername: text(fields, 'costcentername'),
    phoneno: text(fields, 'phonenumber'),
    email: text(fields, 'email'),
    pickupaddress: text(fields, 'pickupaddress'),
    returnaddress: text(fields, 'returnaddress'),
    printonlabel: text(fields, 'islabelprint') === 'yes' ? 'Y' : 'N',
    isactive: 'Y',
    isdeleted: 'N',
  });
  return withTraceId({ message: 'SUCCESS', costcentercode: code });
}

/** docs/contracts/tcs.md, "Status words": the account's full list of codes. */
export function deliveryStatusList(): Answer {
  const cycle = lifeCycleOf('TCS');
  const steps = [cycle.delivered, ...cycle.attempted, ...cycle.returnSteps, ...cycle.others];
  const detail = steps.flatMap((step) =>
    step.code === undefined ? [] : [{ statuscode: step.code, description: step.message ?? step.status }],
  );
  return withTraceId({ detail, message: 'SUCCESS' });
}
