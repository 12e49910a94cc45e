/**
 * Names of orchent's commands and flags, and what they are called here (docs/cli.md, "Coming from orchent"). A script that
 * calls orchent runs with `toscanini` in its place.
 */
const newNames: { readonly [old: string]: readonly string[] } = {
  depls: ['ls'],
  depshow: ['show'],
  depcreate: ['deploy', '--detach'],
  depupdate: ['update', '--detach', '--yes'],
  depdel: ['delete', '--detach', '--yes'],
  depreset: ['reset'],
  deptemplate: ['template'],
  deplog: ['logs'],
  resls: ['show'],
  resshow: ['show'],
  vmstart: ['start'],
  vmstop: ['stop'],
  schedls: ['schedules', 'list'],
  schedshow: ['schedules', 'show'],
  test: ['doctor'],
  showconf: ['configuration'],
};

const newFlags: { readonly [old: string]: string } = {
  '--user_group': '--group',
  '--created_by': '--by',
  '--maxProvidersRetry': '--max-providers',
  '--keepLastAttempt': '--keep-last',
  '--ojson': '--json',
};

/** Those of one letter mean something else in other commands. */
const shortFlags: { readonly [old: string]: { readonly [flag: string]: string } } = {
  depls: { '-c': '--by', '-g': '--group' },
};

/** Which argument after the command holds the values of inputs, as JSON. */
const valuesAt: { readonly [old: string]: number } = { depcreate: 1, depupdate: 2 };

export interface Called {
  readonly args: readonly string[];
  /** when an old name was used: what it is called now */
  readonly newName?: string;
}

export const withNewName = ([first = '', ...given]: readonly string[]): Called => {
  const found = Object.hasOwn(newNames, first) ? newNames[first] : undefined;
  if (found === undefined) return { args: first === '' ? [] : [first, ...given] };
  const at = valuesAt[first];
  const args = given.flatMap((arg, index) => {
    if (index === at && !arg.startsWith('-')) return ['--inputs', arg];
    const [flag = '', ...value] = arg.split('=');
    return [[shortFlags[first]?.[flag] ?? newFlags[flag] ?? flag, ...value].join('=')];
  });
  return { args: [...found, ...args], newName: `toscanini ${found.join(' ')}` };
};
