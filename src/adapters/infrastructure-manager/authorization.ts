import { ProviderFailedError, ProviderUnavailableError } from '../../foundation/errors.ts';

/** One line of the Infrastructure Manager's Authorization header: its own credentials, or those of one cloud. */
export type AuthorizationLine = Readonly<Record<string, string>>;

/**
 * json: for servers since 1.19.1; it can carry every string. lines: for older servers; it refuses what it cannot carry: a
 * backslash before n, control characters, and text outside Latin-1.
 */
export type AuthorizationForm = 'json' | 'lines';

/**
 * The value of the Authorization header (docs/contract/infrastructure-manager.md, "Authorization"). It is always plain
 * ASCII, and no value can start another line. A value that cannot be written, or must not be sent, is an error that does
 * not show it. For a cloud's line that is a ProviderFailedError. For the line of the Infrastructure Manager itself it is a
 * ProviderUnavailableError, since without it no provider can be asked.
 */
export const authorizationHeader = (lines: readonly AuthorizationLine[], form: AuthorizationForm = 'json'): string => {
  lines.forEach(refuseUnsafe);
  return form === 'json' ? jsonForm(lines) : lines.map(lineForm).join('\\n');
};

/**
 * A JSON array whose only escape is \uXXXX. The server splits the header at a backslash followed by n before it looks for
 * JSON, and it reads bytes outside ASCII as Latin-1.
 */
const jsonForm = (lines: readonly AuthorizationLine[]): string =>
  `[${lines.map((line) => `{${Object.entries(line).map(jsonMember).join(',')}}`).join(',')}]`;

const jsonMember = ([key, value]: [string, string]): string => `${jsonString(key)}:${jsonString(value)}`;

const jsonString = (text: string): string =>
  `"${text.replace(/[^\x20-\x7e]|["\\]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`;

const refuseUnsafe = (line: AuthorizationLine): void => {
  for (const [key, value] of Object.entries(line)) {
    if (!/^[a-z][a-z0-9_]*$/.test(key))
      refuse(line, JSON.stringify(key), 'is no key: use lower-case letters, digits and _');
    // the server would send the content of a file on its own machine to the cloud
    if (/^\s*file\(.*\)\s*$/s.test(value))
      refuse(line, key, 'must not be a file(...) reference: give the value itself');
  }
  if (line['id'] !== undefined && !/^[A-Za-z_.][A-Za-z0-9_.-]*$/.test(line['id'])) {
    refuse(line, 'id', 'must start with a letter, _ or . and go on with letters, digits, _ . or -');
  }
};

const lineForm = (line: AuthorizationLine): string =>
  Object.entries(line)
    .map(([key, value]) => `${key} = ${lineValue(line, key, value)}`)
    .join('; ');

/**
 * The value in quotes, with each new line as two backslashes and n. A value with both kinds of quotes is joined from
 * several pieces.
 */
const lineValue = (line: AuthorizationLine, key: string, value: string): string => {
  if (/\\[n\n]/.test(value))
    refuse(line, key, 'holds a backslash before n or a new line, which the Infrastructure Manager cannot read');
  if (/[^\n\x20-\x7e]/.test(value))
    refuse(line, key, 'holds a character outside printable ASCII, which the Infrastructure Manager cannot read');
  if (value !== value.trim())
    refuse(line, key, 'starts or ends with a blank, which the Infrastructure Manager would remove');
  const pieces = value.match(/[^"]+|"+/g) ?? [''];
  return pieces
    .map((piece) => (piece.startsWith('"') ? `'${piece}'` : `"${piece}"`))
    .join('')
    .replaceAll('\n', '\\\\n');
};

const refuse = (line: AuthorizationLine, key: string, why: string): never => {
  const message = `the credentials of type ${line['type'] ?? '(none)'} cannot be sent: ${key} ${why}`;
  if (line['type'] !== 'InfrastructureManager') throw new ProviderFailedError(message);
  throw new ProviderUnavailableError(message, { outageCause: 'credentials-refused' });
};
