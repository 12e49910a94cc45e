/**
 * What an entry of the catalogue says about its form: a `*.parameters.yml` as INFN's dashboards read it. It arrives as data that
 * nobody has checked, so that whatever has another form is left out.
 */

export interface Option {
  readonly value: string;
  readonly label: string;
}

/** How one input is shown. */
export interface Hint {
  readonly label?: string;
  readonly help?: string;
  readonly placeholder?: string;
  readonly tab?: string;
  /** `password`, `select`, `radio`, `toggle`, `ssh_pub_key_type`, `hidden`, `random_password` ... */
  readonly type?: string;
  readonly options?: readonly Option[];
  readonly default?: string | number | boolean;
  readonly warning?: string;
  /** false: an update leaves it as it is */
  readonly updatable?: boolean;
}

export interface Hints {
  /** in their order; empty: no tabs */
  readonly tabs: readonly string[];
  readonly inputs: ReadonlyMap<string, Hint>;
}

export const noHints: Hints = { tabs: [], inputs: new Map() };

interface Members {
  readonly [name: string]: unknown;
}

export function hintsOf(parameters: unknown): Hints {
  const { tabs, inputs } = membersOf(parameters);
  return {
    tabs: tabNames(tabs),
    inputs: new Map(Object.entries(membersOf(inputs)).map(([name, hint]) => [name, hintOf(membersOf(hint))])),
  };
}

const membersOf = (value: unknown): Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {};

/** A list of names, a list of maps with a name, or a map of numbers to names. */
const tabNames = (tabs: unknown): readonly string[] =>
  (Array.isArray(tabs) ? tabs : Object.values(membersOf(tabs))).flatMap((tab: unknown) => {
    const name = typeof tab === 'string' ? tab : membersOf(tab)['name'];
    return typeof name === 'string' ? [name] : [];
  });

function hintOf(hint: Members): Hint {
  const value = hint['default'];
  const options = optionsOf(hint['constraints']);
  return {
    ...text('label', hint['display_name']),
    ...text('help', hint['description']),
    ...text('placeholder', hint['placeholder']),
    ...text('tab', hint['tab']),
    ...text('type', hint['type'] ?? hint['tag_type']),
    ...text('warning', hint['warning'] ?? hint['info_box']),
    ...(hint['hidden'] === true && { type: 'hidden' }),
    ...(options.length > 0 && { options }),
    ...(isPlain(value) && { default: value }),
    ...(typeof hint['updatable'] === 'boolean' && { updatable: hint['updatable'] }),
  };
}

const text = <Name extends string>(name: Name, value: unknown): { readonly [N in Name]?: string } =>
  typeof value === 'string' || typeof value === 'number' ? ({ [name]: `${value}` } as { [N in Name]: string }) : {};

const isPlain = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

const optionsOf = (constraints: unknown): readonly Option[] =>
  (Array.isArray(constraints) ? constraints : []).flatMap((option: unknown) => {
    const { value, label = value } = membersOf(option);
    return isPlain(value) ? [{ value: `${value}`, label: isPlain(label) ? `${label}` : `${value}` }] : [];
  });

/** An option may stand for several inputs: `{'cpus':'2', 'memory':'4 GB'}`. Undefined: it stands for itself. */
export function severalOf(value: string): { readonly [input: string]: string } | undefined {
  if (!/^\s*\{.*\}\s*$/s.test(value)) return undefined;
  const pairs = [...value.matchAll(/(?:'([^']*)'|"([^"]*)")\s*:\s*(?:'([^']*)'|"([^"]*)"|([^,}'"]+))/g)];
  return pairs.length === 0
    ? undefined
    : Object.fromEntries(
        pairs.map(([, one, two = '', quoted, alsoQuoted, plain = '']) => [
          one ?? two,
          quoted ?? alsoQuoted ?? plain.trim(),
        ]),
      );
}
