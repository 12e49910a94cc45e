/** Whether a search finds a deployment. It never looks at a secret, not even for its owner: what is searched for stands in addresses and logs. */

import type { Caller } from '../../../foundation/caller.ts';
import type { Json } from '../../../tosca/topology.ts';
import { maySeeSecrets } from './access.ts';
import type { Deployment } from './deployment.ts';
import { outputsWithoutSecrets, textShownTo } from './disclosure.ts';

/** The same for é as one character and as e with an accent: which of them is sent depends on the keyboard or file system. */
export const composed = (text: string): string => text.normalize('NFC');

const inOneForm = (text: string): string => composed(text.toLowerCase());

/** Without secrets for those who may not see them, so that nobody can guess them by searching. */
export const nameShown = (caller: Caller, deployment: Deployment): string =>
  deployment.name === undefined ? '' : textShownTo(caller, deployment, deployment.name);

/** With this text in the name, id, group, creator, provider, the name of a node, the address of a machine, or the name or value of an output. */
export const searchFor = (caller: Caller, wanted: string): ((deployment: Deployment) => boolean) => {
  const text = inOneForm(wanted);
  const has = (word: string): boolean => inOneForm(word).includes(text);
  return (deployment) => {
    const { id, userGroup = '', createdBy, providerId = '', provider, foundBy = [], outputs } = deployment;
    const own = [id, userGroup, createdBy.subject, providerId, provider?.name ?? '', nameShown(caller, deployment)];
    return (
      own.some(has) ||
      foundBy.some((word) => has(word) && has(textShownTo(caller, deployment, word))) ||
      // few have it at all, and masking takes longer than looking; for others that time would tell what a secret has in it
      ((!maySeeSecrets(caller, deployment) || wordsIn(outputs).some(has)) &&
        wordsIn(outputsWithoutSecrets(deployment)).some(has))
    );
  };
};

/** The names of all members, and all values, as texts. */
const wordsIn = (value: Json): readonly string[] => {
  if (value === null || typeof value !== 'object') return value === null ? [] : [`${value}`];
  if (Array.isArray(value)) return value.flatMap(wordsIn);
  return Object.entries(value).flatMap(([name, member]) => [name, ...wordsIn(member)]);
};
