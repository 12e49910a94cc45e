import type { DeclaredInput } from '../../src/tosca/declared-inputs.ts';
import { type Hint, type Hints, type Option, severalOf } from './hints.ts';

/** One input of a form. */
export interface Field {
  readonly input: DeclaredInput;
  readonly label: string;
  readonly help: string;
  readonly placeholder: string | undefined;
  readonly warning: string | undefined;
  /** how the catalogue wants it to be shown; undefined: by its type */
  readonly shownAs: string | undefined;
  /** what can be chosen, where the catalogue says it with labels */
  readonly options: readonly Option[] | undefined;
}

/** One choice that sets several inputs, such as a size of machines. */
export interface Preset {
  readonly name: string;
  readonly label: string;
  readonly help: string;
  readonly options: readonly { readonly label: string; readonly sets: { readonly [input: string]: string } }[];
}

export interface Tab {
  /** empty: the only one, which has no name */
  readonly name: string;
  readonly fields: readonly Field[];
  readonly presets: readonly Preset[];
}

const unnamed = 'More';

/** The fields of a form in their tabs: those of the catalogue where it has some, else all in one. */
export function tabsOf(inputs: readonly DeclaredInput[], { tabs, inputs: hints }: Hints): readonly Tab[] {
  const shown = inputs.filter(({ name }) => hints.get(name)?.type !== 'hidden');
  const ordered = inOrderOf([...hints.keys()], shown);
  const presets = [...hints].flatMap(([name, hint]) => presetOf(name, hint, inputs));
  if (tabs.length === 0) {
    return [{ name: '', fields: ordered.map((input) => fieldOf(input, hints.get(input.name))), presets }];
  }
  const nameOf = (name: string): string => {
    const tab = hints.get(name)?.tab;
    return tab !== undefined && tabs.includes(tab) ? tab : unnamed;
  };
  return [...tabs, ...(tabs.includes(unnamed) ? [] : [unnamed])]
    .map((tab) => ({
      name: tab,
      fields: ordered.filter(({ name }) => nameOf(name) === tab).map((input) => fieldOf(input, hints.get(input.name))),
      presets: presets.filter(({ name }) => nameOf(name) === tab),
    }))
    .filter(({ fields, presets: own }) => fields.length + own.length > 0);
}

const inOrderOf = (names: readonly string[], inputs: readonly DeclaredInput[]): readonly DeclaredInput[] => {
  const place = ({ name }: DeclaredInput): number => {
    const index = names.indexOf(name);
    return index < 0 ? names.length : index;
  };
  return inputs.toSorted((one, other) => place(one) - place(other));
};

const fieldOf = (input: DeclaredInput, hint: Hint = {}): Field => ({
  input,
  label: hint.label ?? labelOf(input.name),
  help: hint.help ?? input.description ?? '',
  placeholder: hint.placeholder,
  warning: hint.warning,
  shownAs: hint.type,
  options: hint.options,
});

function presetOf(name: string, hint: Hint, inputs: readonly DeclaredInput[]): readonly Preset[] {
  if (inputs.some((input) => input.name === name)) return [];
  const options = (hint.options ?? []).flatMap(({ value, label }) => {
    const sets = severalOf(value);
    return sets ? [{ label, sets }] : [];
  });
  return options.length === 0 ? [] : [{ name, label: hint.label ?? labelOf(name), help: hint.help ?? '', options }];
}

const abbreviations = /\b(cpus?|gpus?|ssh|url|ids?|ip|dns|ram|vm|nfs|s3|http|https|api|os)\b/gi;

/** `worker_cpus` -> `Worker CPUs` */
export function labelOf(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_.-]+/g, ' ')
    .trim()
    .toLowerCase()
    .replace(abbreviations, (word) => word.toUpperCase().replace(/^(CPU|GPU|ID)S$/, '$1s'));
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
