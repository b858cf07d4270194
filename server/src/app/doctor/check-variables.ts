import { distance } from 'fastest-levenshtein';
import { readEnvFile, variableNames, withEnvFile, type Config, type VariablePlaces } from '../../base/config.ts';
import { ok, warning, type Finding } from './finding.ts';

/** What is set but probably not meant. Missing and wrong variables throw in `loadConfig`. */
export function checkVariables(config: Config, places: VariablePlaces): Finding[] {
  const unknown = unknownVariables(places);
  return [
    ...(unknown.length > 0 ? unknown : [ok('Variables: all have an effect.')]),
    ...oddValues(places),
    ...advice(config),
  ];
}

/** Some programs pass on quotes and blanks that others take off, such as `docker run --env-file`. */
function oddValues({ env, folder }: VariablePlaces): Finding[] {
  const given = withEnvFile(env, folder);
  const isOdd = (name: string): boolean => /^(["']).*\1$|^\s.*\S|\S\s$/s.test(given[name] ?? '');
  return [
    ...variableNames
      .filter(isOdd)
      .map((name) =>
        warning(`${name}: begins or ends with quotes or blanks, and they count. Remove them if they are not meant.`),
      ),
    ...(given.PUBLIC_URL?.endsWith('/')
      ? [warning('PUBLIC_URL: ends with a slash. Remove it: Caddy would answer at this path alone.')]
      : []),
  ];
}

/** All names of `.env` that we do not know, and those of the environment that look like one of ours. */
export function unknownVariables({ env, folder }: VariablePlaces): Finding[] {
  const inFile = Object.keys(readEnvFile(folder)).filter((name) => !isKnown(name) && !isOfPrograms.test(name));
  const misspelt = Object.keys(env).filter((name) => !isKnown(name) && meantBy(name) !== undefined);
  return [...new Set([...inFile, ...misspelt])].map((name) => {
    const meant = meantBy(name);
    return warning(
      meant
        ? `${name}: has no effect. Did you mean ${meant}?`
        : `${name}: has no effect. Remove it from .env, or find its right name in .env.example.`,
    );
  });
}

const isKnown = (name: string): boolean => variableNames.includes(name);

/** Read by Node, the C library, npm, the PostgreSQL client and container tools, which share the file. */
const isOfPrograms = /^(NODE_|MALLOC_|npm_|PG|POSTGRES_|COMPOSE_|TZ$|LANG$|LC_|PATH$)/;

const lettersPerMistake = 4;

function meantBy(name: string): string | undefined {
  const written = name.toUpperCase();
  return variableNames.find((known) => {
    const mistakes = distance(written, known);
    return (
      mistakes === 0 || (known.length > 6 && mistakes <= Math.floor(known.length / lettersPerMistake) && mistakes <= 2)
    );
  });
}

function advice(config: Config): Finding[] {
  if (!config.production)
    return [
      warning(
        'NODE_ENV: is not production, so weak secrets and values of the demo are accepted. Set it on real servers.',
      ),
    ];
  const findings = [ok('Secrets: none is easy to guess.')];
  if (config.trustProxy === false)
    findings.push(
      warning(
        'TRUST_PROXY: is off, so all visitors behind your proxy count as one address. Say which proxy to believe.',
      ),
    );
  if (config.metricsToken === undefined)
    findings.push(
      warning(
        'METRICS_TOKEN: is not set, so anyone who reaches /metrics reads it. Set it, or refuse /metrics in the proxy.',
      ),
    );
  if (config.appSecretPrevious !== undefined)
    findings.push(
      warning('APP_SECRET_PREVIOUS: is set. Remove it when “npm run operator -- rotate-secrets” says that you can.'),
    );
  return findings;
}
