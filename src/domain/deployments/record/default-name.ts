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
  return first === undefined ? {} : { name: [...first].slice(0, longest).join('').trim() };
};

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? inALine(value) : '');

const inALine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Up to the first full stop that ends a word, or an empty line. */
const firstSentence = (text: string): string => {
  const paragraph = inALine(text.trim().split(/\n\s*\n/, 1)[0] ?? '');
  return /^(.*?)[.!?](?:\s|$)/.exec(paragraph)?.[1] ?? paragraph;
};
