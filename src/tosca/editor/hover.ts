import type { PropertyDef } from '../types/definitions.ts';
import { schemaOf } from '../types/schema.ts';
import { YamlScalar } from '../yaml/node.ts';
import { child, type Entry, valueIn } from './entry.ts';
import { bodyOf, type Known, typeOfNode } from './known.ts';
import { meaningOf } from './meaning.ts';
import type { Meaning } from './meanings.ts';
import { type Place, placeAt, wordAt } from './place.ts';
import { capabilityWords, propertyWords, requirementWords, schemaWords, typeWords } from './words.ts';

export interface Hover {
  readonly start: number;
  readonly end: number;
  /** Markdown */
  readonly words: string;
}

export const hoverAt = (known: Known, offset: number): Hover | undefined => {
  const place = placeAt(known.entries, offset);
  const words = wordsAt(known, place);
  return words === undefined ? undefined : { start: place.start, end: place.end, words };
};

const wordsAt = (known: Known, place: Place): string | undefined => {
  const word = wordAt(known.entries, place);
  if (word === '') return undefined;
  const meaning = meaningOf(known, place.owner);
  return place.at === 'key' ? wordsOfKey(known, meaning, word) : wordsOfValue(known, meaning, word);
};

const said = <Def>(def: Def | undefined, words: (def: Def) => string): string | undefined =>
  def === undefined ? undefined : words(def);

const wordsOfKey = ({ scope }: Known, meaning: Meaning, word: string): string | undefined => {
  switch (meaning.is) {
    case 'values':
      return said(meaning.defs.get(word), propertyWords);
    case 'value':
      return said(meaning.schema?.type.properties.get(word), propertyWords);
    case 'capabilities':
      return said(meaning.defs.get(word), capabilityWords);
    case 'requirements':
      return said(meaning.defs.get(word), requirementWords);
    case 'types':
      return said(scope?.find(meaning.kind, word), typeWords);
    default:
      return undefined;
  }
};

const wordsOfValue = (known: Known, meaning: Meaning, word: string): string | undefined => {
  switch (meaning.is) {
    case 'typeName':
      return meaning.kinds
        .map((kind) => said(known.scope?.find(kind, word), typeWords))
        .find((words) => words !== undefined);
    case 'template':
      return said(known.scope?.find(meaning.kind, word), typeWords);
    case 'requirement':
    case 'nodeName':
      return said(typeOfNode(known, word) ?? known.scope?.find('node', word), typeWords);
    case 'call':
      return meaning.name === 'get_input' ? inputWords(known, word) : undefined;
    case 'argument':
      return meaning.call === 'get_input' ? inputWords(known, word) : said(typeOfNode(known, word), typeWords);
    default:
      return undefined;
  }
};

const inputWords = (known: Known, name: string): string | undefined =>
  said(inputOf(known, name), (input) => {
    const type = schemaOfInput(known, input);
    const description = valueIn(known.entries, child(input, 'description'));
    return [`**${name}**: input, ${type}`, description].filter(Boolean).join('\n\n');
  });

export const inputOf = ({ entries }: Known, name: string): Entry | undefined =>
  child(child(bodyOf(entries), 'inputs'), name);

const schemaOfInput = ({ entries, scope }: Known, input: Entry): string => {
  const name = valueIn(entries, child(input, 'type'));
  if (name === '' || scope?.find('data', name) === undefined) return name || 'string';
  return schemaWords(schemaOf(new YamlScalar(0, name, true, ''), scope));
};

/** The definition of a property at this place, for who goes to it. */
export const propertyAt = (meaning: Meaning, word: string): PropertyDef | undefined => {
  if (meaning.is === 'values') return meaning.defs.get(word);
  return meaning.is === 'value' ? meaning.schema?.type.properties.get(word) : undefined;
};
