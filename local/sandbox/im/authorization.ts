/**
 * The authorization header of the Infrastructure Manager, in its line and its JSON form
 * (docs/contract/infrastructure-manager.md, "Authorization").
 */

import { createHash } from 'node:crypto';
import { Refusal } from './refusal.ts';
import { asText, isMap } from './value.ts';

/** One line: `type`, mostly `id` and `host`, and whatever that type needs. */
export type AuthorizationLine = { readonly [key: string]: string };

/** Who makes a request: another identity may not touch what this one made. */
export interface Owner {
  readonly name: string;
  /** tells two identities of one name apart without keeping the password */
  readonly proof: string;
}

const noData = (): Refusal => new Refusal(401, 'No authentication data provided', { prefixed: false });

/** One or more quoted pieces, or everything up to the next `;`. An unquoted `=` cuts the line there, as in the IM. */
const pair = /\s*([^=;\s]+)\s*=\s*((?:"[^"]*"|'[^']*')+|[^;=]*)\s*(;|=|$)/gy;

function unquote(value: string): string {
  const pieces = value.match(/"[^"]*"|'[^']*'/g);
  const text = pieces ? pieces.map((piece) => piece.slice(1, -1)).join('') : value.trim();
  return text.replaceAll('\\\\n', '\n');
}

function parseLine(text: string): AuthorizationLine {
  const line: Record<string, string> = {};
  for (const [, key, value, end] of text.matchAll(pair)) {
    if (end === '=') break;
    if (key !== undefined && value !== undefined) line[key] = unquote(value);
  }
  return line;
}

function parseJson(header: string): readonly AuthorizationLine[] {
  let items: unknown;
  try {
    // the IM turns backslash-n into a line break first, so a JSON escape of it is no JSON any more: send \\u000a
    items = JSON.parse(header.replaceAll('\\n', '\n'));
  } catch {
    throw noData();
  }
  if (!Array.isArray(items)) throw noData();
  return items.filter(isMap).map((item) => {
    const entries = Object.entries(item).map(([key, value]) => [key, asText(value) ?? ''] as const);
    return Object.fromEntries(entries);
  });
}

/** Lines are joined by backslash and n; two backslashes and n are a line break inside a value. */
const splitLines = (header: string): readonly string[] => header.split(/(?<!\\)\\n/);

/** The lines of the header, in their order; throws a 401 without any, or with an id that is none. */
export function parseAuthorization(header: string | undefined): readonly AuthorizationLine[] {
  if (header === undefined) throw noData();
  const lines = header.trimStart().startsWith('[')
    ? parseJson(header)
    : splitLines(header)
        .filter((line) => line.trim() !== '' && !line.trimStart().startsWith('#'))
        .map(parseLine);
  if (lines.some(({ id }) => id !== undefined && !/^[A-Za-z_.][\w.-]*$/.test(id))) throw noData();
  return lines;
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Checks a token of the IM line: gives its claims, or refuses in the IM's words. */
export type IdentifyToken = (token: string) => { readonly [claim: string]: unknown };

/** Who the IM line says the caller is; `status` is the code for credentials that are refused (401, per infrastructure 400). */
export function ownerOf(lines: readonly AuthorizationLine[], status: number, identify: IdentifyToken): Owner {
  const line = lines.find(({ type }) => type === 'InfrastructureManager');
  if (!line) throw new Refusal(status, 'No credentials provided for the InfrastructureManager.');
  if (line['token'] !== undefined) {
    const claims = identify(line['token']);
    const name = asText(claims['preferred_username']) ?? asText(claims['name']) ?? asText(claims['sub']) ?? '';
    return { name: `__OPENID__${name}`, proof: digest(`${claims['iss']}/${claims['sub']}`) };
  }
  const { username, password } = line;
  if (username === undefined) throw new Refusal(status, 'No username nor token for the InfrastructureManager.');
  if (username.startsWith('__OPENID__'))
    throw new Refusal(status, 'Invalid username used for the InfrastructureManager.');
  return { name: username, proof: digest(password ?? '') };
}
