import { parameterOf } from '../../src/adapters/secrets/secrets.ts';
import type { Refuse } from '../../src/foundation/shape/schemas.ts';

/** Which secrets a function may read. A folder is one grant, however many secrets it has. */

/** The folders with an installation's secrets: `<name>/providers/…` and `<name>/issuers/…`. */
export type Purpose = 'providers' | 'issuers';

/** The most secrets outside of folders: each one has its own grant, and a policy has a maximum length. */
export const mostOutside = 10;

interface Folders {
  readonly name: string;
  readonly secretFolders: readonly string[];
}

/** The name of a secret, without the "ssm:/" of a parameter. */
export const pathOf = (secret: string): string => parameterOf(secret)?.slice(1) ?? secret;

/** The folder of a secret; undefined: the secret is in no folder that is granted as a whole. */
export const folderOf = (path: string, purpose: Purpose, { name, secretFolders }: Folders): string | undefined =>
  [`${name}/${purpose}`, ...secretFolders].find((folder) => path.startsWith(`${folder}/`));

/** Refuses more secrets outside of folders than fit into a policy. */
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
      `${outside.size} of their secrets are outside of ${folders.name}/${purpose}/; at most ${mostOutside} may be: move them there, or name their folder in secretFolders`,
    );
};
