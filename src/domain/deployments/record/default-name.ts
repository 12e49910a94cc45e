import type { Json, Topology } from '../../../tosca/topology.ts';

/** In characters, as a request may have it. */
const longest = 100;

/** Metadata of templates that say what people call what they describe, the most telling first. */
const members = ['display_name', 'infra_name', 'template_name'] as const;

/** What a template calls itself: its metadata, else the first sentence of its description. Empty: nothing. */
export const defaultName = ({
  metadata,
  description = '',
}: Pick<Topology, 'metadata' | 'description'>): { name?: string } => {
  const [first] = [...members.map((member) => textOf(metadata[member])), firstSentence(description)].filter(Boolean);
  return first === undefined ? {} : { name: cut(first) };
};

/**
 * What a deployment of a file is called: the last part of the file's name, which tells it from the others of its schedule, then the name
 * of the schedule, such as `run-1.dat (Night run)`. Empty: the file has no name that can be shown.
 */
export const nameOfFile = (file: string, schedule?: string): { name?: string } => {
  const last = inALine(file.split('/').findLast((part) => part.trim() !== '') ?? '');
  return last === '' ? {} : { name: cut(schedule === undefined ? last : `${last} (${schedule})`) };
};

const cut = (text: string): string => [...text].slice(0, longest).join('').trim();

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? inALine(value) : '');

/**
 * Characters that a name may not have, as a class of a regular expression: control characters, line separators, and marks
 * that reverse the rest of a line. Each would change the terminal or page of everybody who lists it.
 */
export const noneOfNames = '\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069';

const unwanted = new RegExp(`[${noneOfNames}]`, 'g');

const inALine = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll(unwanted, '').trim();

/** Up to the first full stop that ends a word, or an empty line. */
const firstSentence = (text: string): string => {
  const paragraph = inALine(text.trim().split(/\n\s*\n/, 1)[0] ?? '');
  return /^(.*?)[.!?](?:\s|$)/.exec(paragraph)?.[1] ?? paragraph;
};
