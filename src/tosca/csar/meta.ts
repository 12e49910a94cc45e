import { withoutByteOrderMark } from '../yaml/source.ts';

/** The first block of TOSCA.meta, which describes the archive itself (1.3 section 6.2, 2.0 section 17.2.1). */
export interface Meta {
  readonly entry: string | undefined;
  readonly notes: readonly Note[];
  /** how Entry-Definitions is written, if it is in other letters, so that nobody finds it */
  readonly miswritten: string | undefined;
}

/**
 * What the author should know, at an offset in the text. It is a problem only where the archive is judged: functions
 * that only read one do not load the messages of all problems.
 */
export interface Note {
  readonly offset: number;
  readonly reason: string;
}

const versions: Readonly<Record<string, readonly string[]>> = {
  'CSAR-Version': ['1.0', '1.1', '2.0'],
  'TOSCA-Meta-File-Version': ['1.0', '1.1'],
};

const entryKey = 'Entry-Definitions';

/** What the first block may have; a name in other letters is another name. */
const keynames = [...Object.keys(versions), 'Created-By', entryKey, 'Other-Definitions'];

interface Line {
  readonly offset: number;
  readonly name: string;
  readonly value: string;
}

/** Reads TOSCA.meta. `has`: whether the archive has a file of that path. */
export function readMeta(text: string, has: (path: string) => boolean): Meta {
  const notes: Note[] = [];
  const note = (offset: number, reason: string): void => void notes.push({ offset, reason });
  const known = new Map<string, string>();
  let miswritten: string | undefined;
  for (const { offset, name, value } of linesOf(text, note)) {
    if (known.has(name)) note(offset, `${name} is given twice; the first counts`);
    else known.set(name, value);
    const meant = keynames.find((one) => one !== name && one.toLowerCase() === name.toLowerCase());
    if (meant === entryKey) miswritten ??= name;
    if (meant !== undefined) note(offset, `${JSON.stringify(name)} is not read: it is written ${meant}`);
    const allowed = versions[name];
    if (allowed && !allowed.includes(value))
      note(offset, `${name} ${JSON.stringify(value)} is not known; known are ${allowed.join(', ')}`);
    if (name === 'Other-Definitions')
      for (const path of pathsIn(value)) {
        if (!has(path)) note(offset, `${JSON.stringify(path)} of Other-Definitions is not in the archive`);
      }
  }
  if (!known.has('CSAR-Version')) note(0, 'CSAR-Version is missing; it names the archive format, e.g. 1.1');
  return { entry: known.get(entryKey) || undefined, notes, miswritten };
}

/** Paths are separated by blanks; a path with blanks is in quotes. */
const pathsIn = (value: string): string[] =>
  [...value.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

/** Reads lines `name: value`. A line that begins with a blank continues the line before; an empty line ends the block. */
function linesOf(text: string, note: (offset: number, reason: string) => void): Line[] {
  const lines: Line[] = [];
  for (const { 0: line, index } of withoutByteOrderMark(text).matchAll(/[^\r\n]*(?:\r\n|\r|\n|$)/g)) {
    if (line.trim() === '') break;
    const last = lines.at(-1);
    const [, name, value] = /^([^:\s][^:]*):(.*)$/s.exec(line) ?? [];
    if (/^[ \t]/.test(line) && last)
      lines[lines.length - 1] = { ...last, value: `${last.value} ${line.trim()}`.trim() };
    else if (name === undefined || value === undefined) note(index, 'a line must be a keyname, a colon and a value');
    else lines.push({ offset: index, name: name.trimEnd(), value: value.trim() });
  }
  return lines;
}
