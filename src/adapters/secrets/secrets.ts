import { ProviderFailedError } from '../../foundation/errors.ts';

export type Secret = Readonly<Record<string, string>>;

/** Secrets by name; each is a flat JSON object. Errors name the secret, never what is in it. */
export interface Secrets {
  /** ProviderFailedError when there is none or it has another form; UnavailableError */
  read(name: string): Promise<Secret>;
}

/** One member of a secret; ProviderFailedError when it has none of that name. */
export const secretMember = async (secrets: Secrets, name: string, member: string): Promise<string> => {
  const value = (await secrets.read(name))[member];
  if (value) return value;
  throw new ProviderFailedError(`secret ${name} has no "${member}": expected {"${member}": "..."}`);
};

/** `/toscanini/providers/one` of `ssm:/toscanini/providers/one`: a parameter of Parameter Store. Undefined for a secret of Secrets Manager. */
export const parameterOf = (name: string): string | undefined =>
  name.startsWith('ssm:') ? name.slice('ssm:'.length) : undefined;
