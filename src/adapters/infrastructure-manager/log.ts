/** The parts of a contextualization message: docs/contract/infrastructure-manager.md, "Calls". */

import type { LogPart, ProviderLog } from '../../domain/deployers/log.ts';

export const providerLog = (message: string): ProviderLog => ({
  parts: partsOf(message),
  quotable: withoutRepeats(message),
});

/** `VM 0:` on a line of its own starts the part of VM 0. Two parts of one name are joined. */
const partsOf = (message: string): readonly LogPart[] => {
  const [header = '', ...rest] = message.split(/^(VM (\d+):\n)/m);
  const parts = new Map<string, LogPart>([['header', { name: 'header', title: '', text: withoutEnd(header) }]]);
  for (let index = 0; index + 2 < rest.length; index += 3) {
    const [title = '', name = '', text = ''] = rest.slice(index, index + 3);
    const known = parts.get(name);
    parts.set(name, { name, title, text: withoutEnd(known ? `${known.text}\n${title}${text}` : text) });
  }
  return [...parts.values()];
};

/** The end of a part moves as the part grows: it consists of blank lines and a line of asterisks. */
const withoutEnd = (text: string): string =>
  text
    .trimEnd()
    .replace(/(^|\n)\*{20,}$/, '')
    .trimEnd();

/** A machine's failure is reported twice: once when it happens, and again under the machine's number. */
const withoutRepeats = (message: string): string => {
  const [before = '', ...machines] = message.split(/^(?=VM \d+:$)/m);
  const isNew = (machine: string): boolean => !before.includes(machine.replace(/^VM \d+:/, '').trim());
  return [before, ...machines.filter(isNew)].join('').trim();
};
