/** Most installations have no federation: its adapters are loaded when first used (docs/decisions/0009). */

import { isFederated } from '../adapters/federation/addresses.ts';
import type { Access } from '../adapters/federation/derived-authorization.ts';
import { currentDeployment } from '../domain/credentials/current-deployment.ts';
import { trustedIssuers } from './callers.ts';
import { serviceAddresses } from './configured-providers.ts';
import { deployments } from './deployments.ts';
import { once } from './once.ts';
import { clock } from './system.ts';

export const federation = once(() => import('../adapters/federation/federation.ts'));

export const federatedServices = once(async () => {
  const { cmdbServices } = await federation();
  return cmdbServices({ url: serviceAddresses()['cmdb_url'] ?? '', clock: clock() });
});

/** Functions that only look up a provider have no issuers. */
export const organisationOf = (issuer: string): string | undefined =>
  trustedIssuers().find((one) => one.issuer === issuer)?.organisation;

/** Access for the owner of the deployment that is worked on; undefined without a federation. */
export const derivedAccessOf = async (providerId: string): Promise<Access | undefined> => {
  const deploymentId = currentDeployment();
  if (!isFederated(serviceAddresses()) || deploymentId === undefined) return undefined;
  const services = await federatedServices();
  const [service, deployment] = await Promise.all([services.find(providerId), deployments().find(deploymentId)]);
  if (!service || !deployment) return undefined;
  const { issuer } = deployment.createdBy;
  const { derivedAccess } = await federation();
  return derivedAccess(service, { issuer, customer: deployment.userGroup ?? organisationOf(issuer) });
};
