import { databaseCode, isDatabaseAway } from './client.ts';

type ConnectionProblem = {
  /** Names the variable, and says what to do. Never contains a password. */
  readonly sentence: string;
  /** The database may be starting, or not be there yet. */
  readonly mayPass: boolean;
};

/** Why nothing can connect to the database at the address in a variable. Undefined for an error of another kind. */
export function connectionProblem(error: unknown, variable: string, address: string): ConnectionProblem | undefined {
  if (!(error instanceof Error)) return undefined;
  const { host, pathname } = new URL(address);
  const code = databaseCode(error) ?? '';
  const stays = (words: string): ConnectionProblem => ({ sentence: `${variable}: ${words}`, mayPass: false });
  const mayPass = (words: string): ConnectionProblem => ({ ...stays(words), mayPass: true });

  if (isDatabaseAway(error))
    return mayPass(`no database answers at ${host} (${error.message}). Start it, or correct the address.`);
  if (code === '3D000')
    return mayPass(
      `there is no database ${decodeURIComponent(pathname.slice(1))}. Create it, then run: npm run migrate`,
    );
  if (code === '28000' && error.message.includes('no encryption'))
    return stays(`the database at ${host} refused a connection without TLS. Add ?sslmode=verify-full to the address.`);
  if (code === '28000' || code === '28P01' || error.message.startsWith('SASL'))
    return stays('the database refused this user name or password. Correct them.');
  if (error.message.includes('does not support SSL'))
    return stays(`the database at ${host} has no TLS. Turn it on there, or take sslmode out of the address.`);
  if (certificateCode.test(code))
    return stays(
      `the certificate of the database at ${host} is not trusted (${code}). Give the certificate of its authority with &sslrootcert=/path/to/ca.pem, and the host by the name in the certificate.`,
    );
  if ('syscall' in error && error.syscall === 'open' && 'path' in error)
    return stays(`${String(error.path)} cannot be read (${code}). Correct the address.`);
  return undefined;
}

/** Of Node's errors: UNABLE_TO_VERIFY_LEAF_SIGNATURE, CERT_HAS_EXPIRED, ERR_TLS_CERT_ALTNAME_INVALID and others. */
const certificateCode = /CERT|SIGNATURE|ISSUER/;
