import type { Inspection } from '../deployers/inspection.ts';
import type { Taken } from './claim.ts';

/** The names of things that are claimed. */
export const infrastructureThing = (infrastructureId: string): string => `infrastructure ${infrastructureId}`;
const machineThing = (cloudId: string): string => `machine ${cloudId}`;

/** What must belong to one deployment only: a machine can be in two infrastructures. */
export const thingsOf = (infrastructureId: string, inspection: Inspection): readonly string[] => {
  const machines = inspection.is === 'read' ? inspection.machines : [];
  const ids = machines.flatMap(({ cloudId }) => (cloudId === undefined ? [] : [machineThing(cloudId)]));
  return [infrastructureThing(infrastructureId), ...new Set(ids)];
};

/** Says who has it. */
export const takenText = ({ thing, holder, until }: Taken): string =>
  until === undefined
    ? `${thing} belongs to deployment ${holder} already`
    : `${thing} was left over, and its destruction was requested just now: try again after ${until}, if it still stands`;
