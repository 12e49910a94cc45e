import type { Deployment } from './deployment.ts';
import { secretsOfInput } from './secrets-in.ts';
import type { Former, Version } from './version.ts';

/** Names of the inputs of a record that are secret, or hold a secret. */
const secretNames = ({ parameters, secretInputs = [] }: Pick<Deployment, 'parameters' | 'secretInputs'>) =>
  Object.entries(parameters).flatMap(([name, value]) =>
    secretsOfInput(secretInputs, name, value).length > 0 ? [name] : [],
  );

/**
 * The record as accepted, with the number of its version, and with which version each secret was given. `carried`: those that
 * are taken from an earlier version.
 */
export const numbered = (
  before: Deployment | undefined,
  accepted: Deployment,
  carried: Version['secrets'] = {},
): Deployment => {
  const { former: _, ...next } = accepted;
  const version = (before?.version ?? 0) + 1;
  const known = before?.secretVersions ?? {};
  const secretVersions = Object.fromEntries(
    secretNames(next).map((name) => {
      const isSame = JSON.stringify(before?.parameters[name]) === JSON.stringify(next.parameters[name]);
      return [name, carried[name] ?? (isSame ? (known[name] ?? version) : version)];
    }),
  );
  const made = { ...next, version, secretVersions, operation: { ...next.operation, version } };
  const former = before && formerOf(before, made);
  return { ...made, ...(former && { former }) };
};

/** The version that the operation of this record brought; undefined: it brought none, as a deletion. */
export const versionOf = ({ operation, parameters, secretVersions = {} }: Deployment): Version | undefined => {
  const { id, version: number, acceptedAt, requestedBy, message, kind, restores } = operation;
  if (number === undefined) return undefined;
  const inputs = Object.entries(parameters).filter(([name]) => !Object.hasOwn(secretVersions, name));
  return {
    ...{ number, acceptedAt, operationId: id, kind },
    ...(requestedBy !== undefined && { requestedBy }),
    ...(message !== undefined && { message }),
    ...(restores !== undefined && { restores }),
    inputs: Object.fromEntries(inputs),
    secrets: secretVersions,
  };
};

/** The inputs of a version as far as they are known: a secret only while the record still has that very value, in force or as a former one. */
export const inputsOf = (
  { inputs, secrets }: Pick<Version, 'inputs' | 'secrets'>,
  { parameters, secretVersions = {}, former }: Pick<Deployment, 'parameters' | 'secretVersions' | 'former'>,
): { readonly known: Deployment['parameters']; readonly gone: readonly string[] } => {
  const found = Object.entries(secrets).map(([name, since]) => {
    if (secretVersions[name] === since && Object.hasOwn(parameters, name)) return [name, parameters[name]] as const;
    const kept = former?.secrets[name];
    return [name, kept?.since === since ? kept.value : undefined] as const;
  });
  const known = found.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  return {
    known: { ...inputs, ...Object.fromEntries(known) },
    gone: found.flatMap(([name, value]) => (value === undefined ? [name] : [])),
  };
};

/** The secrets in force that `next` overwrites; undefined: none. */
const formerOf = (before: Deployment, next: Deployment): Former | undefined => {
  const { inForce, parameters, secretVersions = {}, former } = before;
  if (inForce === undefined) return undefined; // nothing was ever complete
  // a value that came later than the version in force is none of its own
  const own = Object.entries(secretVersions).flatMap(([name, since]) => {
    const value = parameters[name];
    return since > inForce || value === undefined ? [] : [[name, { since, value }] as const];
  });
  const all = Object.entries({ ...former?.secrets, ...Object.fromEntries(own) });
  const secrets = all.filter(([name, { since }]) => next.secretVersions?.[name] !== since);
  return secrets.length === 0 ? undefined : { secrets: Object.fromEntries(secrets) };
};
