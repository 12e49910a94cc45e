import { textsOf } from '../../../tosca/secrets/known.ts';
import type { Secret } from '../../../tosca/secrets/values.ts';
import type { Topology } from '../../../tosca/topology.ts';
import type { Deployment } from './deployment.ts';

/**
 * Where a template says that secrets stand, as a deployment keeps it: known from the first moment, before there are outputs.
 * `generated`: inputs whose values this service made up.
 */
export const secretPlaces = (
  topology: Topology,
  parameters: Deployment['parameters'],
  generated: readonly string[] = [],
): Places => {
  const names = topology.secrets.flatMap(({ at: [member, name = ''] }) => (member === 'inputs' ? [name] : []));
  const secretInputs = [...new Set([...names, ...generated])];
  const defaults = secretInputs.filter((name) => (parameters[name] ?? null) === null);
  const secretTexts = [...new Set(textsOf(defaults.map((name) => topology.inputs[name])))];
  return { secretInputs, secretTexts, secretOutputs: secretOutputsOf(topology) };
};

/** Places in one output; with more of them it is a secret as a whole, since a record has room for 400 KB. */
const most = 50;

/** As paths into the outputs by their names. */
export const secretOutputsOf = ({ secrets, outputs }: Pick<Topology, 'secrets' | 'outputs'>): readonly Secret[] => {
  const named = secrets.flatMap(({ at: [member, index, _value, ...at], is }) => {
    const name = member === 'outputs' ? outputs[Number(index)]?.name : undefined;
    return name === undefined ? [] : [{ at: [name, ...at], is }];
  });
  return [...Map.groupBy(named, ({ at: [name = ''] }) => name)].flatMap(([name, all]) =>
    all.length > most ? [{ at: [name], is: 'secret' as const }] : all,
  );
};

type Places = Required<Pick<Deployment, 'secretInputs' | 'secretTexts' | 'secretOutputs'>>;

/** While an update is under way the outputs, and what is told of them, are of both templates. */
export const bothPlaces = (before: Partial<Places>, next: Places): Places => {
  const outputs = [...(before.secretOutputs ?? []), ...next.secretOutputs];
  return {
    secretInputs: [...new Set([...(before.secretInputs ?? []), ...next.secretInputs])],
    secretTexts: [...new Set([...(before.secretTexts ?? []), ...next.secretTexts])],
    secretOutputs: [...new Map(outputs.map((secret) => [JSON.stringify(secret), secret])).values()],
  };
};
