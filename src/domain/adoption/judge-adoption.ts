import {
  ConflictError,
  ForbiddenError,
  InvalidError,
  NotReadyError,
  ProviderFailedError,
  ProviderUnavailableError,
  UnavailableError,
} from '../../foundation/errors.ts';
import type { Identity } from '../../foundation/identity.ts';
import type { Topology } from '../../tosca/topology.ts';
import type { Token } from '../credentials/ports.ts';
import type { Adopted } from '../deployments/record/adopted.ts';
import type { Claims } from '../deployments/record/claims.ts';
import { deploymentOfName } from '../deployments/record/deployment.ts';
import type { EndedDeployments } from '../deployments/record/ended-records.ts';
import type { LifecyclePorts } from '../deployments/record/ports.ts';
import type { Finding } from '../drift/finding.ts';
import { findProvider } from '../providers/find-provider.ts';
import type { Provider } from '../providers/ports.ts';
import { holderOf } from './claim.ts';
import { type Fit, fitOf, misfit } from './fit.ts';
import type { Adopter, AdopterOf, FoundInfrastructure } from './ports.ts';
import { infrastructureThing, takenText, thingsOf } from './things.ts';

export interface AdoptionPorts {
  readonly clock: LifecyclePorts['clock'];
  readonly deployments: Pick<LifecyclePorts['deployments'], 'find'>;
  readonly ended: Pick<EndedDeployments, 'find'>;
  readonly providers: Pick<LifecyclePorts['providers'], 'get'>;
  readonly claims: Claims;
  readonly adopterOf: AdopterOf;
}

export interface AdoptionRequest extends Adopted {
  readonly caller: Identity & { readonly isAdministrator: boolean };
  /** the caller's own */
  readonly token?: Token | undefined;
}

/** What an adoption would be, in a dry run. */
export interface Adoption extends Adopted, Fit {
  readonly notComparable: readonly string[];
}

/**
 * Compares what stands with a template that is to describe it, and says whether the caller may have it (docs/decisions/0083).
 * Changes nothing. InvalidError for a provider whose infrastructures cannot be adopted, ForbiddenError when it is not the
 * caller's, the same whether it exists or not; ConflictError while a deployment has it; UnavailableError.
 */
export const judgeAdoption = async (
  ports: AdoptionPorts,
  request: AdoptionRequest,
  topology: Pick<Topology, 'nodes'>,
): Promise<Adoption> => judgedAt(ports, request, topology, await placeOf(ports, request));

const judgedAt = async (
  ports: AdoptionPorts,
  request: AdoptionRequest,
  topology: Pick<Topology, 'nodes'>,
  { provider, adopter }: Place,
): Promise<Adoption> => {
  const { providerId, infrastructureId, token } = request;
  const standing = await answered(providerId, () => adopter.find(infrastructureId, token));
  if (standing === undefined || !(await isAllowed(ports, request, standing))) throw notTheirs(request);
  requireThere(provider, standing);
  await requireFree(ports, request, standing);
  const { notComparable, policy } = adopter;
  const { findings } = fitOf(topology, standing.inspection, policy);
  return { providerId, infrastructureId, fits: findings.every(isLater), findings, notComparable };
};

/** No refusal yet: the workflow asks the cloud before it adopts. What the manager remembers may be old. */
const isLater = ({ is }: Finding): boolean => ['ignored', 'not-comparable', 'not-checked'].includes(is);

/** The same, as a refusal where it does not fit; then the service is an owner of it too. A repeat is harmless. */
export const prepareAdoption = async (
  ports: AdoptionPorts,
  request: AdoptionRequest,
  topology: Pick<Topology, 'nodes'>,
): Promise<void> => {
  const place = await placeOf(ports, request);
  requireFit(await judgedAt(ports, request, topology, place));
  await answered(request.providerId, () => place.adopter.own(request.infrastructureId, request.token));
};

/** ConflictError with every difference. */
const requireFit = ({ fits, findings }: Fit): void => {
  if (!fits) throw new ConflictError(misfit(findings));
};

type PlacePorts = Pick<AdoptionPorts, 'providers' | 'adopterOf'>;

/** Where it stands, and who looks at it there. */
interface Place {
  readonly provider: Provider;
  readonly adopter: Adopter;
}

/** InvalidError where nothing can be adopted. */
export const adopterFor = async (ports: PlacePorts, adopted: Adopted): Promise<Adopter> =>
  (await placeOf(ports, adopted)).adopter;

const placeOf = async (ports: PlacePorts, { providerId }: Adopted): Promise<Place> => {
  const provider = await findProvider(ports.providers, providerId);
  if (provider === undefined)
    throw new InvalidError(
      `adopt: there is no provider ${JSON.stringify(providerId)} here; a dry run of a creation names those that you may use`,
    );
  const adopter = await ports.adopterOf(providerId);
  if (adopter !== undefined) return { provider, adopter };
  throw new InvalidError(
    `adopt: what stands at provider ${providerId} cannot be adopted: only infrastructures of an Infrastructure Manager can, at providers that the configuration names`,
  );
};

/** A request has nobody to wait for a provider. */
const answered = async <T>(providerId: string, ask: () => Promise<T>): Promise<T> => {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ProviderUnavailableError)
      throw new UnavailableError(`provider ${providerId} does not answer: ${error.message}`, { cause: error });
    if (error instanceof ProviderFailedError || error instanceof NotReadyError)
      throw new ConflictError(`provider ${providerId}: ${error.message}`, { cause: error });
    throw error;
  }
};

/** The service itself owns what it has made, of everybody: only who had that deployment may have it again. */
const isAllowed = async (
  { ended }: AdoptionPorts,
  { caller, providerId }: AdoptionRequest,
  { isCallers, name }: FoundInfrastructure,
): Promise<boolean> => {
  if (isCallers) return true;
  const former = deploymentOfName(name ?? '');
  const record = former && (await ended.find(former));
  if (!record || record.providerId !== providerId) return false;
  const { issuer, subject } = record.createdBy;
  return caller.isAdministrator || (caller.issuer === issuer && caller.subject === subject);
};

const notTheirs = ({ providerId, infrastructureId }: Adopted): ForbiddenError =>
  new ForbiddenError(
    `provider ${providerId} lists no infrastructure ${infrastructureId} for your own token: only its owner can have it adopted, or who had the deployment that was removed by force`,
  );

/** A manager lists what its callers have at every cloud. ConflictError when a machine stands at another one than the provider's. */
const requireThere = ({ id, facts }: Provider, { inspection }: FoundInfrastructure): void => {
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

const requireFree = async (
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
