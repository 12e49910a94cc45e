import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linesOf, partsOf } from '../../ui/pages/deployment/log/log-lines.ts';

describe('the log', () => {
  it('is lines with numbers, without the colours of a terminal', () => {
    expect(linesOf('a\r\n\u001b[31mb\u001b[0m\n').map(({ number, text }) => [number, text])).toEqual([
      [1, 'a'],
      [2, 'b'],
    ]);
  });

  it('marks failures, but not a recap that counts none', () => {
    const marked = (text: string): boolean | undefined => linesOf(text)[0]?.failed;
    expect(marked('fatal: [vnode-0]: FAILED! => {"msg": "no"}')).toBe(true);
    expect(marked('Error in VM of type web: No valid host was found.')).toBe(true);
    expect(marked('vnode-0 : ok=4 changed=3 unreachable=0 failed=0')).toBe(false);
    expect(marked('vnode-0 : ok=2 changed=0 unreachable=0 failed=1')).toBe(true);
  });

  it('loses nothing of a line when it marks what is searched for', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme', maxLength: 3 }), (text, wanted) => {
        const parts = partsOf(text, wanted);
        expect(parts.map((part) => part.text).join('')).toBe(text);
        if (wanted !== '' && text.includes(wanted)) expect(parts.some(({ found }) => found)).toBe(true);
      }),
    );
  });
});
