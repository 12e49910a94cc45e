import type { YamlNode } from '../yaml/node.ts';
import { textOf } from '../yaml/scalar.ts';
import { allSecret, noSecrets } from './declared.ts';
import { namesSecret } from './names.ts';
import { isPublicMember, type Secret } from './values.ts';

/** A key or index of a path; undefined: not known yet, so it may be any. */
export type Step = string | undefined;

export const stepOf = (node: YamlNode): Step => {
  const text = textOf(node);
  return text === undefined || text === 'ALL' || text.startsWith('$') ? undefined : text;
};

const isIndex = (step: Step): boolean => step === undefined || /^\d+$/.test(step);

/** The secrets of a value that are at or inside a place in it. */
export const secretsAt = (secrets: readonly Secret[], path: readonly Step[]): readonly Secret[] =>
  secrets.length === 0 || path.length === 0
    ? secrets
    : secrets.flatMap((secret) => {
        const { at, is } = secret;
        const meet = path.every((step, index) => {
          const wanted = at[index];
          return wanted === undefined || wanted === '*' || step === undefined || wanted === step;
        });
        if (!meet) return [];
        if (at.length >= path.length) return [{ at: at.slice(path.length), is }];
        return is === 'credential' && endsInPublic(path.slice(at.length)) ? [] : allSecret;
      });

const endsInPublic = (path: readonly Step[]): boolean => {
  const last = path.filter((step) => !isIndex(step)).at(-1);
  return last !== undefined && isPublicMember(last) && path.every((step) => step !== undefined);
};

/** Secrets by the names on a path: `[db, root_password]` is a secret, `[endpoint, credential, 0, user]` is not. */
export const secretsByName = (path: readonly Step[]): readonly Secret[] => {
  const at = path.findIndex((step) => step !== undefined && namesSecret(step));
  if (at < 0) return noSecrets;
  const after = path.slice(at + 1).filter((step) => !isIndex(step));
  if (after.length > 0) return endsInPublic(after) ? noSecrets : allSecret;
  return /creds?$|credentials?$/i.test(path[at] ?? '') ? [{ at: [], is: 'credential' }] : allSecret;
};
