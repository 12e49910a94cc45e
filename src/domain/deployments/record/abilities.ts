import { InvalidError } from '../../../foundation/errors.ts';
import type { Ability } from '../../deployers/policy.ts';
import type { Deployment } from './deployment.ts';

const inWords: { readonly [A in Ability]: string } = {
  start: 'start machines of a deployment',
  stop: 'stop machines of a deployment',
  update: 'update a deployment',
};

/** InvalidError when the deployer that made the deployment's infrastructure can never do this. */
export const requireAbility = (
  { provider, providerId }: Pick<Deployment, 'provider' | 'providerId'>,
  ability: Ability,
): void => {
  if (!provider?.cannot?.includes(ability)) return;
  throw new InvalidError(
    `provider ${providerId} cannot ${inWords[ability]}: delete the deployment and create another one instead`,
  );
};
