import type { Preview } from '../../domain/deployers/preview.ts';
import {
  type CreationDryRun,
  dryRunCreation,
  dryRunUpdate,
  type UpdateDryRun,
} from '../../domain/deployments/accepting/dry-run-template.ts';
import { topologyShown } from '../../domain/deployments/record/disclosure.ts';
import type { Resource } from '../../domain/resources/resource.ts';
import type { Topology } from '../../tosca/topology.ts';
import { importsView } from '../pipeline/imports-view.ts';
import { problemView } from '../pipeline/problem-view.ts';
import type { BodyOf } from '../schemas/answers.ts';

export type DryRunPorts = Parameters<typeof dryRunCreation>[0];
export type UpdateDryRunPorts = Parameters<typeof dryRunUpdate>[0];

/** The answer of a dry run of a creation. */
export const creationDryRun = async (...parameters: Parameters<typeof dryRunCreation>) =>
  dryRunView(await dryRunCreation(...parameters));

/** The answer of a dry run of an update. */
export const updateDryRun = async (...parameters: Parameters<typeof dryRunUpdate>) =>
  updateDryRunView(await dryRunUpdate(...parameters));

/**
 * The answer of a dry run: the topology with all its values, the resources that would exist, the providers that would be
 * tried, best first, the providers that would not, with the reason, and the warnings of the template. A resource without an
 * id is identified by the name of its node.
 */
export const dryRunView = ({
  topology,
  resources,
  candidates,
  dropped,
  notes,
  warnings,
  imports,
  violations,
}: CreationDryRun): BodyOf<'CreationDryRun'> => ({
  topology: shown(topology),
  resources: resourceViews(resources),
  candidates: candidates.map(({ id, name, score, preview }) => ({
    ...{ id, name },
    ...(score !== undefined && { score }),
    ...(preview && previewView(preview)),
  })),
  dropped: dropped.map(({ id, name, reason }) => ({ id, name, reason })),
  notes,
  warnings: warnings.map(problemView),
  ...importsView(imports),
  ...(violations && { policies: violations }),
});

/**
 * The answer of a dry run of an update. It also shows the difference, each changed property, and the provider, which stays.
 * Existing resources have their ids.
 */
export const updateDryRunView = ({
  topology,
  plan: { added, kept, removed },
  changes,
  provider,
  preview,
  notes,
  warnings,
  imports,
  violations,
}: UpdateDryRun): BodyOf<'UpdateDryRun'> => ({
  ...(provider && { provider: { id: provider.id, name: provider.name } }),
  topology: shown(topology),
  resources: resourceViews([...kept, ...added]),
  difference: { added: resourceViews(added, [...kept, ...added]), removed: removed.map(knownView) },
  changes,
  accepted: changes.every(({ how }) => how !== 'refused') && !violations?.some(({ effect }) => effect === 'deny'),
  ...(preview && { ...previewView(preview), operations: preview.operations ?? [] }),
  ...(notes.length > 0 && { notes }),
  warnings: warnings.map(problemView),
  ...importsView(imports),
  ...(violations && { policies: violations }),
});

const previewView = ({ resources: plan, cost }: Preview) => ({ plan, cost });

/** Hiding secrets changes texts only, so the topology keeps its form. */
const shown = (topology: Topology) => topologyShown(topology) as BodyOf<'Topology'>;

export const resourceViews = (resources: readonly Resource[], among = resources) => {
  const nodeOf = new Map(among.map(({ id, toscaNodeName }) => [id, toscaNodeName]));
  return resources.map(({ toscaNodeName, toscaNodeType, state, requiredBy }) => ({
    toscaNodeName,
    toscaNodeType,
    state,
    requiredBy: [...new Set(requiredBy.map((id) => nodeOf.get(id)).filter((name) => name !== undefined))],
  }));
};

const knownView = ({ id, toscaNodeName, toscaNodeType }: Resource) => ({ uuid: id, toscaNodeName, toscaNodeType });
