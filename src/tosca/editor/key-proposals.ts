import type { PropertyDef, Schema } from '../types/definitions.ts';
import type { Entry } from './entry.ts';
import { functionsIn, versionOf } from './function-names.ts';
import { keynamesIn } from './keynames.ts';
import type { Known } from './known.ts';
import type { Meaning } from './meanings.ts';
import type { Proposal } from './proposal.ts';
import { capabilityWords, propertyWords, requirementWords, schemaWords } from './words.ts';

export const keysIn = (known: Known, meaning: Meaning, owner: Entry, isNew: boolean): readonly Proposal[] => {
  const keyed = (label: string, more: Omit<Proposal, 'label' | 'text'>): Proposal => ({
    label,
    text: isNew ? `${label}: ` : label,
    ...more,
  });
  const names = (found: readonly string[], kind: Proposal['kind'] = 'name'): Proposal[] =>
    found.map((name) => keyed(name, { kind }));
  switch (meaning.is) {
    case 'values':
      return [...meaning.defs.values()].map((def) => keyed(def.name, ofProperty(def)));
    case 'capabilities':
      return [...meaning.defs.values()].map((def) =>
        keyed(def.name, { kind: 'property', detail: def.type?.name ?? '', words: () => capabilityWords(def) }),
      );
    case 'requirements':
      return [...meaning.defs.values()].map((def) => {
        const dash = isNew && owner.key !== undefined ? '- ' : '';
        const more = {
          kind: 'property',
          detail: def.capabilityName ?? '',
          words: () => requirementWords(def),
        } as const;
        return { ...keyed(def.name, more), text: `${dash}${def.name}${isNew ? ': ' : ''}` };
      });
    case 'interfaces':
      return names([...meaning.defs.keys()], 'property');
    case 'interface':
      return [...names([...meaning.def.operations.keys()], 'property'), ...names(keynames(known, owner), 'keyname')];
    case 'value':
      return [
        ...membersIn(meaning.schema, keyed),
        ...functionsIn(known).map((name) => keyed(name, { kind: 'function' })),
      ];
    case 'templates':
    case 'types':
      return [];
    default:
      return names(keynames(known, owner), 'keyname');
  }
};

const membersIn = (
  schema: Schema | undefined,
  keyed: (label: string, more: Omit<Proposal, 'label' | 'text'>) => Proposal,
) =>
  schema?.type.base === 'complex'
    ? [...schema.type.properties.values()].map((def) => keyed(def.name, ofProperty(def)))
    : [];

const ofProperty = (def: PropertyDef): Omit<Proposal, 'label' | 'text'> => ({
  kind: 'property',
  detail: schemaWords(def.schema),
  words: () => propertyWords(def),
  ...(def.required && def.default === undefined && { first: true }),
});

const keynames = (known: Known, owner: Entry): readonly string[] => keynamesIn(owner, versionOf(known));
