/** Colours for YAML: enough to read it, not enough to be wrong about it. */

export interface Token {
  readonly text: string;
  readonly is: 'key' | 'comment' | 'text' | 'plain';
}

const line = /^(\s*(?:- +)*)((?:"[^"]*"|'[^']*'|[^\s#:'"[\]{},][^#:]*?):(?=\s|$))?([\s\S]*)$/;

/** A comment begins with `#` after a blank, outside of quotes. */
const comment = /(?:^|\s)#[\s\S]*$/;

export const tokensOf = (text: string): readonly Token[] => {
  const [, indent = '', key = '', rest = ''] = line.exec(text) ?? [];
  const said = /["']/.test(rest) ? '' : (comment.exec(rest)?.[0] ?? '');
  const value = said === '' ? rest : rest.slice(0, -said.length);
  const tokens: readonly Token[] = [
    { text: indent, is: 'plain' },
    { text: key, is: 'key' },
    { text: value, is: /^\s*["']/.test(value) ? 'text' : 'plain' },
    { text: said, is: 'comment' },
  ];
  return tokens.filter((token) => token.text !== '');
};
