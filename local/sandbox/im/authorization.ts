/**
 * The authorization header of the Infrastructure Manager, in its line form and its JSON form
 * (docs/contract/infrastructure-manager.md, "Authorization").
 */

import { createHash } from 'node:crypto';
import { Refusal } from './refusal.ts';
import { asText, isMap } from './value.ts';

/** One line: `type`, mostly `id` and `host`, and everything else that the type needs. */
export type AuthorizationLine = { readonly [key: string]: string };

/** The identity behind a request: another identity may not use what this one made. */
export interface Owner {
  readonly name: string;
  /** distinguishes two identities with the same name without storing the password */
  readonly proof: string;
}

const noData = (): Refusal => new Refusal(401, 'No authentication data provided', { prefixed: false });

/** One or more quoted pieces, or everything up to the next `;`. An unquoted `=` ends the line there, as in the IM. */
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
    // the IM first turns backslash-n into a line break, so an escaped line break in JSON is no longer valid: send \\u000a
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

/** Backslash and n separate lines; two backslashes and n are a line break inside a value. */
const splitLines = (header: string): readonly string[] => header.split(/(?<!\\)\\n/);

/** The lines of the header, in their order. Throws a 401 when there are none, or when an id is not valid. */
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

/** Checks a token of the IM line. Returns its claims, or throws a refusal with the IM's text. */
export type IdentifyToken = (token: string) => { readonly [claim: string]: unknown };

/**
 * The caller according to the IM line. `status` is the code for refused credentials (401; 400 for calls on one
 * infrastructure).
 */
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
