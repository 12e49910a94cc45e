/** Answers in XML: an object becomes elements, a list becomes `member` (Query protocol) or `item` (EC2) elements. */

export type Tree = string | number | boolean | Date | undefined | readonly Tree[] | { readonly [name: string]: Tree };

const entities: { readonly [sign: string]: string } = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (text: string): string =>
  // XML 1.0 has no way to write other control characters
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to leave out
  text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign).replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '');

export function content(value: Tree, item: 'member' | 'item'): string {
  if (value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'object') return escaped(String(value));
  if (Array.isArray(value)) return value.map((one: Tree) => `<${item}>${content(one, item)}</${item}>`).join('');
  return Object.entries(value as { [name: string]: Tree })
    .filter(([, one]) => one !== undefined)
    .map(([name, one]) => `<${name}>${content(one, item)}</${name}>`)
    .join('');
}
