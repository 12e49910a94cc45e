/** Answers, and which form of them the caller accepts (docs/contract/infrastructure-manager.md, "Transport"). */

import { Refusal } from './refusal.ts';

export type MediaType = 'application/json' | 'text/uri-list' | 'text/plain';

/** An answer in every form that it has; the first one is sent to who has no wish. */
export interface Reply {
  readonly forms: readonly { readonly type: MediaType; readonly body: string }[];
  /** sent as the InfID header */
  readonly infrastructureId?: string;
}

const json = (value: unknown): Reply['forms'][number] => ({ type: 'application/json', body: JSON.stringify(value) });

export const empty: Reply = { forms: [{ type: 'text/plain', body: '' }] };

export const jsonOnly = (value: unknown): Reply => ({ forms: [json(value)] });

export const uris = (list: readonly string[]): Reply => ({
  forms: [{ type: 'text/uri-list', body: list.join('\n') }, json({ 'uri-list': list.map((uri) => ({ uri })) })],
});

export const uri = (address: string): Reply => ({
  forms: [{ type: 'text/uri-list', body: address }, json({ uri: address })],
});

/** A text, which JSON wraps under its name. */
export const text = (name: string, value: string, wrapped: unknown = value): Reply => ({
  forms: [{ type: 'text/plain', body: value }, json({ [name]: wrapped })],
});

/** The ranges of an Accept header without their parameters; none is any. */
const ranges = (accept: string | undefined): readonly string[] =>
  accept === undefined || accept.trim() === ''
    ? ['*/*']
    : accept.split(',').map((range) => (range.split(';')[0] ?? '').trim().toLowerCase());

const covers = (range: string, type: string): boolean =>
  range === '*/*' || range === type || (range.endsWith('/*') && type.startsWith(range.slice(0, -1)));

export const acceptsJson = (accept: string | undefined): boolean =>
  accept !== undefined && ranges(accept).includes('application/json');

/** Throws a plain-text 415 when there is no form that the caller takes. Empty bodies suit everybody. */
export function chooseForm(reply: Reply, accept: string | undefined): Reply['forms'][number] {
  const [first] = reply.forms;
  if (first?.body === '' && reply.forms.length === 1) return first;
  for (const range of ranges(accept)) {
    const form = reply.forms.find(({ type }) => covers(range, type));
    if (form) return form;
  }
  throw new Refusal(415, `Unsupported Accept Media Types: ${ranges(accept).join(', ')}`, { prefixed: false });
}
