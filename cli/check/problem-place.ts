import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import type { Problem } from '../../src/tosca/problems.ts';
import type { Examined } from '../../src/tosca/process.ts';
import { isArchiveName, standardInput } from './files.ts';

/** One file that was checked, as it was named. */
export interface Checked {
  readonly file: string;
  readonly examined: Examined;
}

/** Where a problem is, for programs that show it in the file. */
export interface Place {
  /** relative to the folder, with `/`; absolute if it is elsewhere; an address of the network as it is */
  readonly path: string;
  /** from 1; undefined: the file is an archive, whose lines nobody can show */
  readonly line?: number;
  readonly column?: number;
  /** what the path does not say: the file in an archive and the line there; empty otherwise */
  readonly within: string;
}

/** A problem and where it is. */
export interface Found {
  readonly place: Place;
  readonly problem: Problem;
}

/** The problems of all files, in their order. */
export const foundIn = (checked: readonly Checked[], folder: string): readonly Found[] =>
  checked.flatMap(({ file, examined }) =>
    examined.problems.map((problem) => ({ place: placeOf(file, problem, folder), problem })),
  );

/**
 * The folder that paths in reports begin in: that of the repository in a workflow of GitHub, whose steps may have another
 * `working-directory`, else the current one.
 */
export const reportFolder = ({ GITHUB_WORKSPACE: workspace }: Readonly<Record<string, string | undefined>>): string =>
  workspace || process.cwd();

/** The place of a problem in a file that was checked, or in what that file imports. */
const placeOf = (file: string, problem: Problem, folder: string): Place => {
  const { file: where, line, column } = problem;
  const isOwn = where === 'template';
  if (isArchiveName(file))
    return { path: shown(file, folder), within: `${isOwn ? '' : `${where} `}line ${line}, column ${column}: ` };
  if (isOwn || file === standardInput) return { path: shown(file, folder), line, column, within: '' };
  if (/^https?:/i.test(where)) return { path: where, line, column, within: '' };
  return { path: shown(resolve(dirname(file), where), folder), line, column, within: '' };
};

const shown = (file: string, folder: string): string => {
  if (file === standardInput) return 'stdin';
  const path = relative(folder, resolve(file));
  const isElsewhere = path === '' || path.split(sep, 1)[0] === '..' || isAbsolute(path);
  return (isElsewhere ? resolve(file) : path).split(sep).join('/');
};
