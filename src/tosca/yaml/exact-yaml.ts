import { CORE_SCHEMA, DUMP_SCHEMA, intCoreTag, type Schema } from 'js-yaml';
import { wholeNumber } from '../values/exact-json.ts';

const isWhole = ({ tagName }: Schema['tags'][number]): boolean => tagName === 'tag:yaml.org,2002:int';

/** The library's schema for writing, which writes a bigint as the number that it is. */
export const dumpSchema = DUMP_SCHEMA.withTags(
  DUMP_SCHEMA.tags.filter(isWhole).map((tag) => ({
    ...tag,
    identify: (value: unknown) => typeof value === 'bigint' || tag.identify(value),
    represent: String,
  })) as Schema['tags'],
);

/** The library's schema for reading; a whole number that JavaScript would round is a bigint. */
export const loadSchema = CORE_SCHEMA.withTags({
  ...intCoreTag,
  resolve: (source: string, isExplicit: boolean, tagName: string) => {
    const value = intCoreTag.resolve(source, isExplicit, tagName);
    return typeof value === 'number' && /^[-+]?\d{16,300}$/.test(source) ? (wholeNumber(source) as number) : value;
  },
});
