/** The style sheets: small files, and no rule for a class that nothing has. */

import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';

const filesOf = async (pattern: string): Promise<ReadonlyMap<string, string>> => {
  const files = new Map<string, string>();
  for await (const path of glob(pattern)) files.set(path, readFileSync(path, 'utf8'));
  return files;
};

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\//g, '');

/** The classes that the selectors of a style sheet name. */
const classesOf = (css: string): readonly string[] => {
  const selectors = withoutComments(css)
    .replace(/^@import .*$/gm, '')
    .replace(/\{[^{}]*\}/g, '{}');
  return [...selectors.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name ?? '');
};

/** Every word of the texts in a program; `tone-` of `tone-${tone}` is the beginning of a word. */
const wordsOf = (program: string): { readonly whole: readonly string[]; readonly begun: readonly string[] } => {
  const text = withoutComments(program);
  const quoted = [...text.matchAll(/'([^'\n]*)'|"([^"\n]*)"/g)].map(([, single, double]) => single ?? double ?? '');
  // templates stand in templates: whole lines of them
  const templates = text.split('\n').filter((line) => line.includes('`'));
  return {
    whole: [...quoted, ...templates].flatMap((part) => part.split(/[^\w-]+/)),
    begun: [...text.matchAll(/([\w-]+-)\$\{/g)].map(([, beginning]) => beginning ?? ''),
  };
};

describe('the style sheets', () => {
  it('are short enough to read', async () => {
    const styles = await filesOf('ui/**/*.css');
    expect(styles.size).toBeGreaterThan(10);
    const long = [...styles].filter(([, css]) => css.split('\n').length > 300).map(([path]) => path);
    expect(long).toEqual([]);
  });

  it('are all loaded', async () => {
    const styles = await filesOf('ui/**/*.css');
    const imported = [...styles.values()].flatMap((css) =>
      [...css.matchAll(/@import "([^"]+)"/g)].map(([, path]) => `${path}`.replace(/^(\.\.?\/)+/, '')),
    );
    const alone = [...styles.keys()].filter(
      (path) => path !== 'ui/style/style.css' && !imported.some((one) => path.endsWith(`/${one}`)),
    );
    expect(alone).toEqual([]);
  });

  it('keep the texts for screen readers inside each box that scrolls', async () => {
    // they are positioned: outside of such a box they would make the whole page longer, by as much as the box holds
    const rules = [...(await filesOf('ui/**/*.css'))].flatMap(([path, css]) =>
      [...withoutComments(css).matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({
        name: `${path} ${selector.trim()}`,
        body,
      })),
    );
    const scrolling = rules.filter(({ body }) => /overflow(?:-[xy])?:\s*(?:auto|scroll)/.test(body));
    expect(scrolling.length).toBeGreaterThan(5);
    expect(scrolling.filter(({ body }) => !/position:/.test(body)).map(({ name }) => name)).toEqual([]);
  });

  it('have no rule for a class that nothing has', async () => {
    const programs = await filesOf('ui/**/*.{ts,tsx}');
    const words = [...programs.values()].map(wordsOf);
    const whole = new Set(words.flatMap((one) => one.whole));
    const begun = [...new Set(words.flatMap((one) => one.begun))];
    const isUsed = (name: string): boolean => whole.has(name) || begun.some((beginning) => name.startsWith(beginning));
    const styles = await filesOf('ui/**/*.css');
    const dead = [...styles].flatMap(([path, css]) =>
      [...new Set(classesOf(css))].filter((name) => !isUsed(name)).map((name) => `${path}: .${name}`),
    );
    expect(dead).toEqual([]);
  });
});
