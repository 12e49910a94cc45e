/**
 * How a template's own content is combined with what it copies (`copy`, 1.3 section 3.8.3, 2.0 section 7.2). It
 * replaces the copy, or is merged by name or by keyname. Requirements replace those of the same name.
 */
export type CopyRule =
  | 'replace'
  | 'requirements'
  | { readonly each: CopyRule }
  | { readonly keynames: Readonly<Record<string, CopyRule>>; readonly other: CopyRule };

const values: CopyRule = { each: 'replace' };
const capability: CopyRule = { keynames: { properties: values, attributes: values }, other: 'replace' };
const operation: CopyRule = { keynames: { inputs: values, outputs: values }, other: 'replace' };
const operations: CopyRule = { each: operation };
/** In 1.x operations stand beside the keynames. */
const face: CopyRule = {
  keynames: { inputs: values, operations, notifications: operations, type: 'replace', description: 'replace' },
  other: operation,
};

export const copyRule: CopyRule = {
  keynames: {
    metadata: values,
    properties: values,
    attributes: values,
    artifacts: values,
    capabilities: { each: capability },
    interfaces: { each: face },
    requirements: 'requirements',
  },
  other: 'replace',
};

/** The rule for what stands under a key of a map. */
export function ruleUnder(rule: CopyRule, key: string): CopyRule {
  if (typeof rule === 'string') return 'replace';
  if ('each' in rule) return rule.each;
  return Object.hasOwn(rule.keynames, key) ? (rule.keynames[key] ?? 'replace') : rule.other;
}
