import { evaluate, type Known } from './known-inputs.ts';
import {
  type KeptSecret,
  parameterName,
  type SecretParameters,
  type SecretValues,
  tooLong,
  tooLongMessage,
} from './secret-inputs.ts';
import type { Software, Step } from './software.ts';
import { machinesOf, type SoftwareMachine } from './software-machines.ts';

/** Parameters that one look writes at most: AWS takes a few in a second, and a look has a minute. */
const mostAtOnce = 20;

export interface Given {
  /** by name of the parameter */
  readonly revisions: ReadonlyMap<string, string>;
  /** why a machine cannot be given a secret */
  readonly fault?: string;
}

interface Giving {
  readonly software: Pick<Software, 'steps' | 'ending'>;
  readonly since: string;
}

/**
 * Writes the parameters of all steps on all machines, where they are missing or differ. Deletes parameters that no step
 * needs any more. If the process dies in between, the next poll does the rest.
 */
export const giveSecrets = async (
  { software, since }: Giving,
  parameters: SecretParameters,
  known: Known,
): Promise<Given> => {
  const kept = new Map(await parameters.list());
  const revisions = (): Given => ({ revisions: new Map([...kept].map(([name, { revision }]) => [name, revision])) });
  if (parameters.wanted === undefined) return revisions();
  const values = await parameters.wanted();
  const places = placesOf(software, known.machines, parameters.path);
  let written = 0;
  for (const place of places) {
    const given = valueAt(values, place);
    if (given === undefined) return { ...revisions(), fault: `${about(place)}, and nothing is kept of it` };
    const value = await evaluate(given, known, place.machine);
    const before = kept.get(place.name);
    if (before !== undefined && JSON.stringify(before.value) === JSON.stringify(value)) continue;
    const secret = { revision: nextRevision(before, since), value };
    if (tooLong(secret)) return { ...revisions(), fault: `${about(place)}, which ${tooLongMessage}` };
    if (written === mostAtOnce) {
      // its former value would be run with
      kept.delete(place.name);
      continue;
    }
    await parameters.put({ name: place.name, machineId: place.machine.id, isNew: before === undefined }, secret);
    kept.set(place.name, secret);
    written += 1;
  }
  const needed = new Set(places.map(({ name }) => name));
  const left = [...kept.keys()].filter((name) => !needed.has(name) && !isOfStopped(name, known.machines));
  if (left.length > 0) await parameters.remove(left);
  return revisions();
};

interface Place {
  readonly step: Step;
  readonly input: string;
  readonly machine: SoftwareMachine;
  readonly name: string;
}

const placesOf = (
  { steps, ending }: Giving['software'],
  machines: readonly SoftwareMachine[],
  path: string,
): readonly Place[] =>
  [...steps, ...ending].flatMap((step) =>
    machinesOf(machines, step.host)
      .filter(({ runs }) => runs)
      .flatMap((machine) =>
        (step.secrets ?? []).map((input) => ({
          step,
          input,
          machine,
          name: parameterName(path, machine.id, step, input),
        })),
      ),
  );

/** A stopped machine is left alone, and keeps what it has. */
const isOfStopped = (name: string, machines: readonly SoftwareMachine[]): boolean =>
  machines.some(({ id, runs }) => !runs && name.includes(`/${id}/`));

const valueAt = (values: SecretValues | undefined, { step, input }: Place) => values?.[step.key]?.[input];

const about = ({ step: { operation, node }, input, machine }: Place): string =>
  `${operation} of ${node} on ${machine.id} needs its secret input ${input}`;

/**
 * Two looks of the same operation give the same revision to the same change, so that its step runs once. AWS's own version
 * would rise twice, and would begin at 1 again if somebody removes the parameter.
 */
const nextRevision = (before: KeptSecret | undefined, since: string): string =>
  before?.revision.startsWith(since) === true ? `${before.revision}+` : since;
