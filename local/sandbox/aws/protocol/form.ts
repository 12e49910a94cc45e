/** Parameters of the Query protocols: `Parameters.member.1.ParameterKey=a` and, of EC2, `Filter.1.Value.1=a`. */

import type { Bag, Json } from './json.ts';

interface Draft {
  [name: string]: string | Draft;
}

const isNumber = (name: string): boolean => /^\d+$/.test(name);

function settled(draft: Draft): Json {
  const names = Object.keys(draft);
  if (names.length > 0 && names.every(isNumber)) {
    const inOrder = names.sort((a, b) => Number(a) - Number(b));
    return inOrder.map((name) => settledOne(draft[name]));
  }
  return Object.fromEntries(names.map((name) => [name, settledOne(draft[name])]));
}

const settledOne = (value: string | Draft | undefined): Json => (typeof value === 'object' ? settled(value) : value);

/** An empty value that stands alone is an empty list or text: `Tags=`. */
export function readForm(body: string): Bag {
  const draft: Draft = Object.create(null);
  for (const [key, value] of new URLSearchParams(body)) {
    const path = key.split('.').filter((part, index) => index === 0 || part !== 'member');
    const last = path.pop() ?? '';
    let at = draft;
    for (const part of path) {
      const next = at[part];
      const inner: Draft = typeof next === 'object' ? next : Object.create(null);
      at[part] = inner;
      at = inner;
    }
    at[last] = value;
  }
  return settled(draft) as Bag;
}
