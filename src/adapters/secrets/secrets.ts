import { ProviderFailedError } from '../../foundation/errors.ts';

export type Secret = Readonly<Record<string, string>>;

/** Reads secrets by name; each is a flat JSON object. Errors name the secret, never its content. */
export interface Secrets {
  /**
   * `fresh`: what was read before was refused, so a secret in memory does not count. ProviderFailedError when there is none or it
   * has another form; UnavailableError.
   */
  read(name: string, options?: { readonly fresh?: boolean }): Promise<Secret>;
}

/** One member of a secret. ProviderFailedError when the secret does not have it. */
export const secretMember = async (secrets: Secrets, name: string, member: string): Promise<string> => {
  const value = (await secrets.read(name))[member];
  if (value) return value;
  throw new ProviderFailedError(`secret ${name} has no "${member}": expected {"${member}": "..."}`);
};

/**
 * The parameter of Parameter Store that a secret's name means: `/toscanini/providers/one` for
 * `ssm:/toscanini/providers/one`. Undefined for a secret of Secrets Manager.
 */
export const parameterOf = (name: string): string | undefined =>
  name.startsWith('ssm:') ? name.slice('ssm:'.length) : undefined;
