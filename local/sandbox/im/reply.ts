/** Answers, and the form that the caller accepts (docs/contract/infrastructure-manager.md, "Transport"). */

import { Refusal } from './refusal.ts';

type MediaType = 'application/json' | 'text/uri-list' | 'text/plain';

/** An answer in all its forms. Callers without a preference get the first one. */
export interface Reply {
  readonly forms: readonly { readonly type: MediaType; readonly body: string }[];
  /** value of the InfID header */
  readonly infrastructureId?: string;
  /** value of the Date header, where the time of the sandbox matters */
  readonly date?: string;
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

/** A text; as JSON it is the value of a member with this name. */
export const text = (name: string, value: string, wrapped: unknown = value): Reply => ({
  forms: [{ type: 'text/plain', body: value }, json({ [name]: wrapped })],
});

/** The media ranges of an Accept header without their parameters. No header means any. */
const ranges = (accept: string | undefined): readonly string[] =>
  accept === undefined || accept.trim() === ''
    ? ['*/*']
    : accept.split(',').map((range) => (range.split(';')[0] ?? '').trim().toLowerCase());

const covers = (range: string, type: string): boolean =>
  range === '*/*' || range === type || (range.endsWith('/*') && type.startsWith(range.slice(0, -1)));

export const acceptsJson = (accept: string | undefined): boolean =>
  accept !== undefined && ranges(accept).includes('application/json');

/** Throws a plain-text 415 when the caller accepts none of the forms. An empty body suits every caller. */
export function chooseForm(reply: Reply, accept: string | undefined): Reply['forms'][number] {
  const [first] = reply.forms;
  if (first?.body === '' && reply.forms.length === 1) return first;
  for (const range of ranges(accept)) {
    const form = reply.forms.find(({ type }) => covers(range, type));
    if (form) return form;
  }
  throw new Refusal(415, `Unsupported Accept Media Types: ${ranges(accept).join(', ')}`, { prefixed: false });
}
