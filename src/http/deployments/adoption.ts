import { type Adoption, adopterFor, judgeAdoption, prepareAdoption } from '../../domain/adoption/judge-adoption.ts';
import { onlyThere } from '../../domain/adoption/only-there.ts';
import type { AdoptionPorts } from '../../domain/adoption/ports.ts';
import { dryRunCreation } from '../../domain/deployments/accepting/dry-run-template.ts';
import { type CreateRequest, processRequest } from '../../domain/deployments/accepting/process-request.ts';
import { withoutProviders } from '../../domain/deployments/accepting/without-providers.ts';
import { adoptedOf } from '../../domain/deployments/record/adopted.ts';
import { candidatesFor } from '../../domain/providers/candidates.ts';
import type { Candidate } from '../../domain/providers/ports.ts';
import type { Caller } from '../../foundation/caller.ts';
import { ConflictError } from '../../foundation/errors.ts';
import type { BodyOf } from '../schemas/answers.ts';
import { type DryRunPorts, dryRunView } from './dry-run-template.ts';
import { findingView } from './finding-view.ts';

type Ports = AdoptionPorts & DryRunPorts;

/** `POST /deployments?adopt=<provider>/<infrastructure>` (docs/decisions/0083). InvalidError for another form of it. */
export const adoptionOf = (ports: Ports, request: CreateRequest, caller: Caller, text: string) => {
  const adopts = adoptedOf(text);
  const withAdoption = { ...request, adopts };
  const whose = { ...adopts, caller, token: request.delegation?.token };
  return {
    /** what the creation is about, before anything was asked */
    request: { adopts },
    /** compares, and changes nothing */
    dryRun: async (): Promise<BodyOf<'CreationDryRun'>> => {
      const planned = await dryRunCreation(ports, withAdoption);
      const { nodes } = planned.topology;
      const adoption = await judgeAdoption(ports, whose, { nodes, candidate: planned.candidates[0] });
      return { ...dryRunView(planned), adoption: adoptionView(adoption) };
    },
    /** the same as a refusal where it cannot be adopted; then the service is an owner of it too. What the creation gets. */
    prepare: async (): Promise<Pick<CreateRequest, 'adopts' | 'madeFor'>> => {
      const { topology } = await processRequest(ports, request);
      await adopterFor(ports, adopts);
      const candidate = await candidateFor(ports, withAdoption, topology);
      const found = await prepareAdoption(ports, whose, { nodes: topology.nodes, candidate });
      const { providerId, infrastructureId, madeFor } = found;
      return { adopts: { providerId, infrastructureId }, madeFor };
    },
  };
};

/** ConflictError when the provider could not run the template: then no update could change what stands. */
const candidateFor = async (
  { providers }: Pick<Ports, 'providers'>,
  { adopts, ...request }: CreateRequest,
  topology: Awaited<ReturnType<typeof processRequest>>['topology'],
): Promise<Candidate> => {
  const token = request.delegation?.token;
  const only = adopts?.providerId;
  const all = await candidatesFor(providers, topology, { ...request, token, only }).catch(
    (error: unknown) => withoutProviders(error).ranking,
  );
  const { candidates, dropped, notes } = onlyThere(adopts, all);
  const [candidate] = candidates;
  if (candidate) return candidate;
  const why = dropped[0]?.reason ?? notes[0] ?? 'it is not among those that you may use';
  throw new ConflictError(`provider ${only} cannot run this template: ${why}`);
};

/** They hold nothing of a template but names and sizes, which the caller has sent. */
const asIs = (text: string): string => text;

const adoptionView = ({
  providerId: provider,
  infrastructureId: physicalId,
  fits,
  findings,
  notComparable,
}: Adoption) => ({
  provider,
  physicalId,
  fits,
  findings: findings.map((one) => findingView(one, asIs)),
  notComparable,
});
