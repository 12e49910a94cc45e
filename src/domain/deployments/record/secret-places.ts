import { entryOf } from '../../../foundation/entry-of.ts';
import { functionNames } from '../../../tosca/functions/calls.ts';
import { secretValues, valuesAt } from '../../../tosca/secrets/carried.ts';
import { textsOf } from '../../../tosca/secrets/known.ts';
import type { Secret } from '../../../tosca/secrets/values.ts';
import type { Json, Node, Policy, Requirement, Topology } from '../../../tosca/topology.ts';
import type { Deployment } from './deployment.ts';
import { secretsIn, secretsOfInput } from './secrets-in.ts';

/**
 * Where the template declares secrets, in the form that a deployment stores: known from the start, before there are
 * outputs. `generated`: inputs whose values this service generated.
 */
export const secretPlaces = (
  topology: Topology,
  parameters: Deployment['parameters'],
  generated: readonly string[] = [],
): Places => {
  const names = topology.secrets.flatMap(({ at: [member, name = '', ...path] }) =>
    member === 'inputs' && path.length === 0 ? [name] : [],
  );
  const secretInputs = [...new Set([...names, ...generated])];
  const members = secretValues({ ...topology, secrets: topology.secrets.filter(({ at }) => at.length > 2) });
  const defaults = Object.entries(topology.inputs).filter(([name]) => (entryOf(parameters, name) ?? null) === null);
  const secret = defaults.flatMap(([name, value]) => secretsOfInput(secretInputs, name, value));
  const given = new Set(textsOf(parameters));
  const writtenOut = writtenSecrets(topology).filter((text) => !given.has(text));
  // those in the template: a reader sees them where the request gave others
  const unused = textsOf(topology.unusedDefaults ?? []);
  const secretTexts = [...new Set([...textsOf(secret), ...textsOf(members), ...writtenOut, ...unused])];
  return { secretInputs, secretTexts, secretOutputs: secretOutputsOf(topology) };
};

/** Texts at secret places of nodes and policies, by their names too, which the template may have written out at another one. */
export const writtenSecrets = (topology: Pick<Topology, 'secrets' | 'nodes' | 'policies'>): readonly string[] => [
  ...[...topology.nodes, ...topology.policies].flatMap(namedIn),
  ...topology.secrets.flatMap(({ at: [member, index, ...path] }) =>
    member === 'nodes' || member === 'policies'
      ? valuesAt(topology[member][Number(index)] as unknown as Json, path)
          .map(withoutCalls)
          .flatMap(textsOf)
      : [],
  ),
];

/** Texts under names of secrets in what a node or policy is given. */
const namedIn = (one: Node | Policy): readonly string[] => {
  const { properties } = one;
  const given: Json[] = [properties];
  if ('requirements' in one) {
    given.push(...Object.values(one.capabilities).map((capability) => capability.properties));
    given.push(...Object.values(one.operations ?? {}).map(({ inputs }) => inputs));
    given.push(...one.requirements.flatMap((requirement) => givenTo(requirement)));
  }
  return given.flatMap((values) => secretsIn('', values).map(withoutCalls).flatMap(textsOf));
};

const givenTo = ({ properties = {}, operations = {} }: Requirement): readonly Json[] => [
  properties,
  ...Object.values(operations).map(({ inputs }) => inputs),
];

const joining = new Set(['concat', 'join', 'token']);

/** Without the names of nodes and attributes in functions that only the deployer evaluates; the texts that they join stay. */
const withoutCalls = (value: Json): Json => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutCalls);
  const entries = Object.entries(value);
  const [[key, argument] = ['', null]] = entries;
  const name = key.replace(/^\$(?!\$)/, '');
  if (entries.length === 1 && functionNames.has(name)) return joining.has(name) ? withoutCalls(argument) : null;
  return Object.fromEntries(entries.map(([member, one]) => [member, withoutCalls(one)]));
};

/** Most secret places in one output; with more, the whole output is a secret, since a record has room for 400 KB. */
const most = 50;

/** The secret places of the outputs, as paths that start with the output's name. */
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

/** During an update, the outputs and the texts about them may come from both templates. */
export const bothPlaces = (before: Partial<Places>, next: Places): Places => {
  const outputs = [...(before.secretOutputs ?? []), ...next.secretOutputs];
  return {
    secretInputs: [...new Set([...(before.secretInputs ?? []), ...next.secretInputs])],
    secretTexts: [...new Set([...(before.secretTexts ?? []), ...next.secretTexts])],
    secretOutputs: [...new Map(outputs.map((secret) => [JSON.stringify(secret), secret])).values()],
  };
};
