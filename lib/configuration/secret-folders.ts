import { parameterOf } from '../../src/adapters/secrets/secrets.ts';
import type { Refuse } from '../../src/foundation/shape/schemas.ts';

/** Which secrets a function may read: a folder is one grant, however many secrets are in it. */

/** The folders in which an installation has its secrets: `<name>/providers/…` and `<name>/issuers/…`. */
export type Purpose = 'providers' | 'issuers';

/** Secrets in no folder are granted one by one, and a policy has an end. */
export const mostOutside = 10;

interface Folders {
  readonly name: string;
  readonly secretFolders: readonly string[];
}

/** What a secret is called without the "ssm:/" of a parameter. */
export const pathOf = (secret: string): string => parameterOf(secret)?.slice(1) ?? secret;

/** The folder that a secret lies in; undefined: in none that is granted as a whole. */
export const folderOf = (path: string, purpose: Purpose, { name, secretFolders }: Folders): string | undefined =>
  [`${name}/${purpose}`, ...secretFolders].find((folder) => path.startsWith(`${folder}/`));

/** More secrets outside of folders than a policy has room for. */
export const refuseScattered = (
  secrets: readonly string[],
  purpose: Purpose,
  folders: Folders,
  refuse: Refuse,
): void => {
  const outside = new Set(secrets.filter((secret) => folderOf(pathOf(secret), purpose, folders) === undefined));
  if (outside.size > mostOutside)
    refuse(
      [purpose],
      `${outside.size} of their secrets are outside of ${folders.name}/${purpose}/, and ${mostOutside} may be: put them there, or name their folder in secretFolders`,
    );
};
