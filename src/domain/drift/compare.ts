import type { InspectedMachine, InspectedPart, Inspection } from '../deployers/inspection.ts';
import type { NodeState, Resource } from '../resources/resource.ts';
import { hasMachine, isCompute, isInProgress, machineKey } from '../resources/states.ts';
import type { Finding } from './finding.ts';
import { notedValues } from './noted-values.ts';

type Read = Extract<Inspection, { readonly is: 'read' }>;

/**
 * The differences between what stands and what the deployment's resources say. What the last operation, or an action since,
 * left behind is noted in the resources, so it is no difference.
 */
export const compare = (resources: readonly Resource[], seen: Read): readonly Finding[] => {
  const owners = ownersOf(resources, seen.machines);
  // an engine that shows parts shows a container as one of them
  const isShown = seen.parts === undefined ? hasMachine : isCompute;
  const standing = resources.filter((one) => isShown(one) && one.physicalId !== undefined);
  const ofMachines = standing.flatMap((resource) => ofResource(resource, owners.get(resource.id), seen));
  const owned = new Set([...owners.values()].map(({ id }) => id));
  const others = seen.machines.filter(({ id, state }) => !owned.has(id) && state !== 'gone').map(unknownMachine);
  // a machine that the engine misses as a part, and as a machine, is missing once
  const reported = new Set(ofMachines.filter(({ is }) => is === 'missing').map(({ resource }) => resource));
  const ofParts = (seen.parts ?? []).flatMap((part) => ofPart(part, resources));
  return [
    ...ofMachines,
    ...others,
    ...ofParts.filter(({ is, resource }) => is !== 'missing' || !reported.has(resource)),
  ];
};

/** The machine of each resource: the one that was made for it, else the one with its id. */
const ownersOf = (resources: readonly Resource[], machines: readonly InspectedMachine[]) => {
  const byResource = new Map(machines.flatMap((one) => (one.resourceId === undefined ? [] : [[one.resourceId, one]])));
  const byId = new Map(machines.filter(({ resourceId }) => resourceId === undefined).map((one) => [one.id, one]));
  return new Map(
    resources.flatMap(({ id, physicalId = '' }): [string, InspectedMachine][] => {
      const own = byResource.get(id) ?? byId.get(physicalId);
      return own ? [[id, own]] : [];
    }),
  );
};

const about = ({ toscaNodeName: node, id: resource, physicalId: part }: Resource) => ({
  ...{ node, resource },
  ...(part !== undefined && { part }),
});

const ofResource = (resource: Resource, machine: InspectedMachine | undefined, seen: Read): readonly Finding[] => {
  const base = about(resource);
  if (isInProgress(resource) || resource.action)
    return [{ ...base, is: 'ignored', why: `an action is in progress: it is ${resource.state}` }];
  if (machine === undefined) return [{ ...base, is: 'missing', why: 'the provider lists it no more' }];
  if (machine.state === 'silent') return [silent(base, seen)];
  return [...ofState(base, resource.state, machine), ...ofValues(base, resource, machine)];
};

const silent = (base: Omit<Finding, 'is'>, { cloudAnswers }: Read): Finding =>
  cloudAnswers === true
    ? { ...base, is: 'missing', why: 'its cloud answers, and does not know it' }
    : { ...base, is: 'not-checked', why: 'nothing was heard of it, and nothing of its cloud' };

const stopped: readonly NodeState[] = ['STOPPED'];

const ofState = (base: Omit<Finding, 'is'>, noted: NodeState, { state }: InspectedMachine): readonly Finding[] => {
  if (state === 'gone') return [{ ...base, is: 'missing' }];
  const wasStopped = stopped.includes(noted);
  if (state === 'stopped' || state === 'off')
    return wasStopped ? [{ ...base, is: 'ignored', why: 'it was stopped by an action' }] : [{ ...base, is: 'stopped' }];
  if (wasStopped && isUp(state)) return [changed(base, 'state', 'stopped', 'running')];
  if (isUp(state)) return state === 'configured' ? [] : [changed(base, 'state', 'configured', state)];
  if (state === 'failed') return [changed(base, 'state', wasStopped ? 'stopped' : 'configured', state)];
  return [{ ...base, is: 'not-checked', why: `its provider says that it is ${state}` }];
};

const isUp = (state: InspectedMachine['state']): boolean => ['configured', 'unconfigured', 'running'].includes(state);

const changed = (base: Omit<Finding, 'is'>, property: string, old: string | undefined, now: string | undefined) => ({
  ...{ ...base, is: 'changed' as const, property },
  ...(old !== undefined && { old }),
  ...(now !== undefined && { new: now }),
});

/** Values that were noted when the last operation or action ended. What is not noted, or not seen now, is not compared. */
const ofValues = (
  base: Omit<Finding, 'is'>,
  { metadata }: Resource,
  { state, values }: InspectedMachine,
): readonly Finding[] => {
  if (!isUp(state)) return [];
  const noted = notedValues(metadata[machineKey]);
  return Object.entries(noted).flatMap(([property, old]): Finding[] => {
    const now = values[property];
    if (now === undefined) return isAddress(property) ? [changed(base, property, `${old}`, undefined)] : [];
    return isEqual(property, old, now) ? [] : [changed(base, property, `${old}`, `${now}`)];
  });
};

const isAddress = (property: string): boolean => property.startsWith('address.');

/** Clouds round a size in ways of their own, and keep a little of it for themselves. */
const tolerated = 0.07;

export const isEqual = (property: string, old: string | number, now: string | number): boolean =>
  property === 'memory.size' && typeof old === 'number' && typeof now === 'number'
    ? Math.abs(now - old) <= old * tolerated
    : String(old) === String(now);

const unknownMachine = ({ node, id }: InspectedMachine): Finding => ({
  ...{ node, part: id, is: 'unknown' },
  why: 'it stands, and nothing in the template asks for it',
});

const ofPart = (part: InspectedPart, resources: readonly Resource[]): readonly Finding[] => {
  const resource = resources.find((one) => part.physicalId !== undefined && one.physicalId === part.physicalId);
  const node = resource?.toscaNodeName ?? part.node;
  const base = {
    ...(node === undefined ? { node: part.id } : { node, part: part.id }),
    ...(resource && { resource: resource.id }),
    ...(part.why !== undefined && { why: part.why }),
  };
  if (part.is !== 'changed') return [{ ...base, is: part.is }];
  return (part.properties ?? []).map(({ property, old, new: now, ignored }): Finding => {
    const one = changed(base, property, old, now);
    return ignored === undefined ? one : { ...one, is: 'ignored', why: ignored };
  });
};
