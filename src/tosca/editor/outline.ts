import { child, type Entries, type Entry, valueIn } from './entry.ts';

export interface Heading {
  readonly name: string;
  /** such as the type of a node */
  readonly detail: string;
  readonly kind: 'section' | 'type' | 'node' | 'input' | 'output' | 'member';
  readonly entry: Entry;
  readonly children: readonly Heading[];
}

const sections: { readonly [key: string]: Heading['kind'] } = {
  topology_template: 'section',
  service_template: 'section',
  imports: 'section',
  node_templates: 'node',
  relationship_templates: 'node',
  groups: 'node',
  policies: 'node',
  inputs: 'input',
  outputs: 'output',
};

const kindOf = (key: string): Heading['kind'] | undefined => (key.endsWith('_types') ? 'type' : sections[key]);

/** The sections of a template and what is in them, in the order of the text. */
export const outlineOf = (entries: Entries): readonly Heading[] =>
  entries.root.children.flatMap((entry) => headingOf(entries, entry, (inner) => headingOf(entries, inner, () => [])));

/** `sectionIn`: the heading of a section in this one. */
const headingOf = (entries: Entries, entry: Entry, sectionIn: (entry: Entry) => readonly Heading[]): Heading[] => {
  const { key, children } = entry;
  const kind = key === undefined ? undefined : kindOf(key);
  if (key === undefined || kind === undefined) return [];
  const inner = kind === 'section' ? children.flatMap(sectionIn) : members(entries, children, kind);
  return [{ name: key, detail: '', kind: 'section', entry, children: inner }];
};

/** Policies are items of a list, with one key each. */
const members = (entries: Entries, found: readonly Entry[], kind: Heading['kind']): readonly Heading[] =>
  found
    .flatMap((entry) => (entry.key === undefined ? entry.children : [entry]))
    .flatMap((entry) => {
      const detail = valueIn(entries, child(entry, 'type')) || valueIn(entries, child(entry, 'derived_from'));
      return entry.key === undefined ? [] : [{ name: entry.key, detail, kind, entry, children: [] }];
    });
