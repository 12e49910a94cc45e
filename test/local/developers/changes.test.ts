import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { linesOf, withLines, withVersion } from '../../../local/developers/changes.ts';

const changeset = (body: string, bump = 'minor') => `---\n"toscanini": ${bump}\n---\n\n${body}\n`;

const changelog = `# Changelog

What a user sees.

## 0.2.0

### API

- earlier
`;

describe('the changes of a release', () => {
  it('are a line each', () => {
    expect(linesOf('x.md', changeset('One line\nthat goes on.'))).toEqual(['- One line that goes on.']);
    expect(linesOf('x.md', changeset('- First.\n- Second,\n  further.', 'patch'))).toEqual([
      '- First.',
      '- Second, further.',
    ]);
    expect(() => linesOf('x.md', 'no front matter')).toThrow('x.md is no changeset');
  });

  it('make a section above all others, and what comes later is added to it, each once', () => {
    const first = withLines(changelog, '0.3.0', ['- one']);
    expect(first).toBe(changelog.replace('## 0.2.0', '## 0.3.0\n\n### More\n\n- one\n\n## 0.2.0'));
    const sorted = first.replace('### More\n\n- one', '### API\n\n- one');
    const second = withLines(sorted, '0.3.0', ['- one', '- two']);
    expect(second).toBe(sorted.replace('- one\n', '- one\n\n### More\n\n- two\n'));
    expect(withLines(second, '0.3.0', ['- two', '- three'])).toBe(second.replace('- two\n', '- two\n- three\n'));
    expect(withLines(second, '0.3.0', [])).toBe(second);
  });

  it('go to a section that is the last one too', () => {
    expect(withLines(changelog, '0.2.0', ['- late'])).toBe(`${changelog}\n### More\n\n- late\n`);
    expect(() => withLines('# Changelog\n', '0.3.0', ['- one'])).toThrow('has no section of a release');
  });

  it('replace the version only where it is expected', () => {
    const own = /("version": ")[^"]+(")/;
    expect(withVersion('p.json', '{"version": "0.2.0", "a": "0.2.0"}', own, '0.3.0')).toBe(
      '{"version": "0.3.0", "a": "0.2.0"}',
    );
    expect(() => withVersion('p.json', '{}', own, '0.3.0')).toThrow('p.json does not say its version');
  });

  it('can all be read', () => {
    const folder = join(import.meta.dirname, '../../../.changeset');
    const files = readdirSync(folder).filter((name) => name.endsWith('.md') && name !== 'README.md');
    expect(files.filter((name) => linesOf(name, readFileSync(join(folder, name), 'utf8')).length === 0)).toEqual([]);
  });
});
