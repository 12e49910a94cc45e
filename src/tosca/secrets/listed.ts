import { commands, mayBeCommand } from './commands.ts';
import { mask } from './mask.ts';
import { namesSecret } from './names.ts';

/** A list of texts on one line, in JSON or as Python writes it. */
const lists = /\[["'][^[\]\n]*\]/g;
const items = /"[^"\\]*"|'[^'\\]*'/g;

/** Stands for an item that is more than a word. */
const other = '\u{FFFC}';

/** `["mysql", "-pSECRET"]`: a command as Ansible and Python show it. Its words are masked as those of a command on a line. */
const inList = (list: string): string => {
  if (!mayBeCommand(list)) return list;
  const words = [...list.matchAll(items)].map(([item]) => item.slice(1, -1));
  const plain = words.map((word) => (/^[^\s"']+$/.test(word) ? word : other));
  const shown = commands(plain.join(' ')).split(' ');
  if (words.length < 2 || shown.length !== words.length) return list;
  let at = -1;
  return list.replace(items, (item) => {
    at += 1;
    const word = shown[at] ?? '';
    return plain[at] === other || word === plain[at] ? item : `${item[0]}${word}${item[0]}`;
  });
};

/** A row of a table, as the command lines of OpenStack and of databases print them. */
const rows = /^\|[^\n]*/gm;

const inRow = (row: string): string => {
  const [, name = '', value = ''] = row.split('|', 3);
  if (value.trim() === '' || !row.startsWith('|', name.length + value.length + 2) || !namesSecret(name.trim()))
    return row;
  const at = name.length + 2 + value.indexOf(value.trim());
  return `${row.slice(0, at)}${mask}${row.slice(at + value.trim().length)}`;
};

/** Masks passwords in lists of words, and in tables of names and values. */
export const listed = (text: string): string => {
  const seen = text.includes('["') || text.includes("['") ? text.replace(lists, inList) : text;
  return seen.includes('| ') ? seen.replace(rows, inRow) : seen;
};
