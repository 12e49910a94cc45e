import { InvalidError } from '../../../foundation/errors.ts';

/** What is to be adopted. */
export interface Adopted {
  readonly providerId: string;
  /** as the provider's engine names it; in a request a stack has its name, which an ARN would make ambiguous */
  readonly infrastructureId: string;
}

/** The ids of a provider and of what stands there. */
export const adoptedPattern = '^[!-~]{1,200}/[A-Za-z0-9_.-]{1,128}$';

export const adoptedRule =
  'must be <provider>/<infrastructure>, the ids of both, such as dummy/4f1d0000-7d0c-11f0-8000-0242ac110002';

/** What stands before the last slash is the provider. InvalidError for a text of another form. */
export const adoptedOf = (text: string): Adopted => {
  const [, providerId, infrastructureId] = /^([!-~]{1,200})\/([\w.-]{1,128})$/.exec(text) ?? [];
  if (providerId !== undefined && infrastructureId !== undefined) return { providerId, infrastructureId };
  throw new InvalidError(`adopt ${adoptedRule}`);
};
