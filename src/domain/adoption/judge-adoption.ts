import {
  ConflictError,
  InvalidError,
  NotReadyError,
  ProviderFailedError,
  ProviderUnavailableError,
  UnavailableError,
} from '../../foundation/errors.ts';
import type { Topology } from '../../tosca/topology.ts';
import type { Inspection } from '../deployers/inspection.ts';
import type { Adopted } from '../deployments/record/adopted.ts';
import type { Finding } from '../drift/finding.ts';
import { findProvider } from '../providers/find-provider.ts';
import type { Candidate, Provider } from '../providers/ports.ts';
import { previewOrder } from '../providers/preview-order.ts';
import type { MadeFor } from '../resources/plan.ts';
import { type Fit, fitOf, misfit } from './fit.ts';
import { isAllowed, notTheirs, requireAdministrator, requireFree, requireThere } from './may-adopt.ts';
import type { Adopter, AdoptionPorts, AdoptionRequest } from './ports.ts';

/** What an adoption would be, in a dry run. */
export interface Adoption extends Adopted, Fit {
  readonly notComparable: readonly string[];
  /** the resources that its machines were made for, whose ids are kept; empty: nobody can tell */
  readonly madeFor: MadeFor;
}

/** A template, and what its provider would make of it. */
interface Described extends Pick<Topology, 'nodes'> {
  /** absent: nothing was translated for it */
  readonly candidate?: Pick<Candidate, 'edits' | 'blueprint'> | undefined;
}

/**
 * Compares what stands with a template that is to describe it, and says whether the caller may have it (docs/decisions/0083).
 * Changes nothing. InvalidError for a provider whose infrastructures cannot be adopted, ForbiddenError when it is not the
 * caller's, the same whether it exists or not; ConflictError while a deployment has it; UnavailableError.
 */
export const judgeAdoption = async (
  ports: AdoptionPorts,
  request: AdoptionRequest,
  described: Described,
): Promise<Adoption> => judgedAt(ports, request, described, await placeOf(ports, request));

const judgedAt = async (
  ports: AdoptionPorts,
  request: AdoptionRequest,
  { nodes, candidate }: Described,
  { provider, adopter }: Place,
): Promise<Adoption> => {
  const { providerId, infrastructureId: requestedId, token } = request;
  requireAdministrator(adopter, request);
  const standing = await answered(providerId, () => adopter.find(requestedId, token));
  if (standing === undefined || !(await isAllowed(ports, request, standing, adopter)))
    throw notTheirs(request, adopter);
  requireThere(provider, standing);
  const { id: infrastructureId = requestedId, inspection } = standing;
  await requireFree(ports, { providerId, infrastructureId }, standing);
  const { notComparable, policy } = adopter;
  const madeFor = madeForIn(inspection);
  // without a translation there is nothing to compare with, and the plan says why there is none
  const differences =
    candidate?.blueprint === undefined ? [] : standing.differences?.(previewOrder('adoption', candidate, madeFor));
  const findings = [...fitOf({ nodes }, inspection, policy).findings, ...(differences ?? [])];
  return { providerId, infrastructureId, fits: findings.every(isLater), findings, notComparable, madeFor };
};

const madeForIn = (inspection: Inspection): MadeFor =>
  (inspection.is === 'read' ? inspection.machines : []).flatMap(({ node, resourceId }) =>
    resourceId === undefined ? [] : [{ node, resourceId }],
  );

/** No refusal yet: the workflow asks the cloud before it adopts. What the manager remembers may be old. */
const isLater = ({ is }: Finding): boolean => ['ignored', 'not-comparable', 'not-checked'].includes(is);

/** The same, as a refusal where it does not fit; then the service is an owner of it too. A repeat is harmless. */
export const prepareAdoption = async (
  ports: AdoptionPorts,
  request: AdoptionRequest,
  described: Described,
): Promise<Adoption> => {
  const place = await placeOf(ports, request);
  const adoption = await judgedAt(ports, request, described, place);
  requireFit(adoption);
  await answered(request.providerId, () => place.adopter.own(adoption.infrastructureId, request.token));
  return adoption;
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
    `adopt: what stands at provider ${providerId} cannot be adopted: only infrastructures of an Infrastructure Manager and stacks of CloudFormation can, at providers that the configuration names`,
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
