import { ConflictError, ForbiddenError } from '../../foundation/errors.ts';
import type { Adopted } from '../deployments/record/adopted.ts';
import { deploymentOfName } from '../deployments/record/deployment.ts';
import type { Provider } from '../providers/ports.ts';
import { holderOf } from './claim.ts';
import type { Adopter, AdoptionPorts, AdoptionRequest, FoundInfrastructure } from './ports.ts';
import { infrastructureThing, takenText, thingsOf } from './things.ts';

/** ForbiddenError when nobody but an administrator may have what stands there, and the caller is none. */
export const requireAdministrator = ({ isInstallations }: Adopter, { caller, providerId }: AdoptionRequest): void => {
  if (isInstallations !== true || caller.isAdministrator) return;
  throw new ForbiddenError(
    `the stacks of provider ${providerId} are made with the rights of the installation: only an administrator can have one adopted`,
  );
};

/** The service itself owns what it has made, of everybody: only who had that deployment may have it again. */
export const isAllowed = async (
  { ended }: AdoptionPorts,
  { caller, providerId }: AdoptionRequest,
  { isCallers, name }: FoundInfrastructure,
  { isInstallations }: Pick<Adopter, 'isInstallations'>,
): Promise<boolean> => {
  if (isCallers) return true;
  if (isInstallations) return caller.isAdministrator;
  const former = deploymentOfName(name ?? '');
  const record = former && (await ended.find(former));
  if (!record || record.providerId !== providerId) return false;
  const { issuer, subject } = record.createdBy;
  return caller.isAdministrator || (caller.issuer === issuer && caller.subject === subject);
};

export const notTheirs = ({ providerId, infrastructureId }: Adopted, { isInstallations }: Adopter): ForbiddenError =>
  new ForbiddenError(
    isInstallations === true
      ? `provider ${providerId} has no stack ${infrastructureId} that an installation of Toscanini has made: its name and its tags would say so`
      : `provider ${providerId} lists no infrastructure ${infrastructureId} for your own token: only its owner can have it adopted, or who had the deployment that was removed by force`,
  );

/** A manager lists what its callers have at every cloud. ConflictError when a machine stands at another one than the provider's. */
export const requireThere = ({ id, facts }: Provider, { inspection }: FoundInfrastructure): void => {
  const server = hostOf(facts?.endpoint);
  const machines = inspection.is === 'read' ? inspection.machines : [];
  const elsewhere = machines.find(
    ({ cloudServer }) => cloudServer !== undefined && server !== undefined && cloudServer.toLowerCase() !== server,
  );
  if (elsewhere === undefined) return;
  throw new ConflictError(
    `machine ${elsewhere.id} of it stands at ${elsewhere.cloudServer}, and provider ${id} is ${server}: name the provider where it stands`,
  );
};

/** `https://cloud.example.org:5000/v3` -> `cloud.example.org`, as the Infrastructure Manager reads the address of a cloud. */
const hostOf = (endpoint = ''): string | undefined => {
  const address = endpoint.includes('://') ? endpoint : `cloud://${endpoint}`;
  return (URL.canParse(address) && new URL(address).hostname.toLowerCase()) || undefined;
};

export const requireFree = async (
  ports: AdoptionPorts,
  { infrastructureId }: Adopted,
  { name, inspection }: FoundInfrastructure,
): Promise<void> => {
  const former = deploymentOfName(name ?? '');
  if (former !== undefined && (await ports.deployments.find(former)) !== undefined)
    throw new ConflictError(takenText({ thing: infrastructureThing(infrastructureId), holder: former }));
  for (const thing of thingsOf(infrastructureId, inspection)) {
    const taken = await holderOf(ports, thing);
    if (taken) throw new ConflictError(takenText(taken));
  }
};
