import type { StateMachineDefinition } from 'aws-local-stepfunctions';

/** What the local runner ignores or does otherwise than Step Functions. A definition that has it must not run here. */

type State = StateMachineDefinition['States'][string];
type Members = { readonly [name: string]: unknown };

/** Fields of the States Language that the runner knows at the top of a machine. */
const knownOfMachine = ['Comment', 'StartAt', 'States', 'TimeoutSeconds', 'Version'];

const ignoredInStates = [
  'Arguments',
  'Assign',
  'Credentials',
  'HeartbeatSeconds',
  'HeartbeatSecondsPath',
  'ItemBatcher',
  'ItemReader',
  'Items',
  'Output',
  'QueryLanguage',
  'ResultWriter',
  'ToleratedFailureCount',
  'ToleratedFailurePercentage',
];

const ignoredInRules = ['Arguments', 'Assign', 'Output'];

/** The first field at the top of a machine that the runner does not know; undefined: none. */
export const unknownOfMachine = (definition: object): string | undefined =>
  Object.keys(definition).find((name) => !knownOfMachine.includes(name));

/** What the runner would do otherwise in a state; undefined: nothing. */
export const unsupportedIn = (state: State): string | undefined => {
  const field = ignoredInStates.find((name) => name in state);
  if (field !== undefined) return field;
  const rules = [...listOf(state, 'Retry'), ...listOf(state, 'Catch'), ...listOf(state, 'Choices')];
  const inRule = rules.flatMap((rule) => ignoredInRules.filter((name) => name in rule))[0];
  if (inRule !== undefined) return `${inRule} in a rule`;
  const names = ['Retry', 'Catch'].flatMap((kind) => listOf(state, kind).map((rule) => errorsOf(rule)));
  if (names.some((all) => all.includes('States.ALL') && all.length > 1)) return 'States.ALL beside another error';
  return listOf(state, 'Choices').flatMap((rule) => unguarded(rule, []) ?? [])[0];
};

const listOf = (state: object, name: string): readonly Members[] => {
  const value = (state as Members)[name];
  return Array.isArray(value) ? (value as readonly Members[]) : [];
};

const errorsOf = ({ ErrorEquals }: Members): readonly unknown[] => (Array.isArray(ErrorEquals) ? ErrorEquals : []);

/** A comparison by order, and the test of the type that it needs: JavaScript compares a text with a number, AWS does not. */
const ordered: readonly (readonly [comparison: RegExp, test: string])[] = [
  [/^Numeric(Less|Greater)Than/, 'IsNumeric'],
  [/^String(Less|Greater)Than/, 'IsString'],
  [/^Timestamp(Less|Greater)Than/, 'IsTimestamp'],
];

/** `tested`: types that the rules before it, which must hold too, have made sure of. */
const unguarded = (rule: Members, tested: readonly string[]): string | undefined => {
  const all = listOf(rule, 'And');
  if (all.length > 0) {
    const sure = all.flatMap((one) => typesIn(one));
    return all.flatMap((one) => unguarded(one, [...tested, ...sure]) ?? [])[0];
  }
  const others = [...listOf(rule, 'Or'), ...('Not' in rule ? [rule['Not'] as Members] : [])];
  if (others.length > 0) return others.flatMap((one) => unguarded(one, tested) ?? [])[0];
  for (const name of Object.keys(rule)) {
    const test = ordered.find(([comparison]) => comparison.test(name))?.[1];
    if (test !== undefined && !tested.includes(`${test} ${rule['Variable']}`))
      return `${name} without ${test} of the same variable beside it in an And`;
  }
  return undefined;
};

const typesIn = (rule: Members): readonly string[] =>
  ordered.flatMap(([, test]) => (rule[test] === true ? [`${test} ${rule['Variable']}`] : []));

/** A call that the runner works out otherwise: it splits at the whole separator, Step Functions at each of its characters. */
export const unsupportedCall = (definition: string): string | undefined => {
  const calls = [...definition.matchAll(/States\.StringSplit\([^()]*\)/g)].map(([call]) => call);
  return calls.find((call) => !/, *'(?:[^'\\]|\\\\.)'\)$/.test(call));
};
