import { entryOf } from '../../../foundation/entry-of.ts';
import type { Json } from '../../../tosca/topology.ts';

export type Template = { readonly [section: string]: unknown };
export type Section = { readonly [id: string]: Json };

const sections = ['Parameters', 'Resources'];
export const sectionOf = (template: Template, name: string): Section => (template[name] ?? {}) as Section;

/** The template, with all that these values of the template in force refer to and the new one lacks. */
export const withReferred = (template: Template, inForce: Template, values: readonly Json[]): Template => {
  const names = new Set(values.flatMap(referredIn));
  const lost = [...names].filter((name) =>
    sections.every((section) => entryOf(sectionOf(template, section), name) === undefined),
  );
  const found = sections.map((section) => {
    const old = sectionOf(inForce, section);
    const own = lost.flatMap((name): [string, Json][] => {
      const one = entryOf(old, name);
      return one === undefined ? [] : [[name, one]];
    });
    return { section, own };
  });
  const all = found.filter(({ own }) => own.length > 0);
  if (all.length === 0) return template;
  const more = all.map(({ section, own }) => [
    section,
    { ...sectionOf(template, section), ...Object.fromEntries(own) },
  ]);
  return withReferred(
    { ...template, ...Object.fromEntries(more) },
    inForce,
    all.flatMap(({ own }) => own.map(([, one]) => one)),
  );
};

/** Names in `Ref` and `Fn::GetAtt`. */
const referredIn = (value: Json): readonly string[] => {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item: Json) => referredIn(item));
  return Object.entries(value).flatMap(([name, member]) => {
    if (name === 'Ref' && typeof member === 'string') return [member];
    if (name === 'Fn::GetAtt' && Array.isArray(member) && typeof member[0] === 'string') return [member[0]];
    return referredIn(member);
  });
};
