import { append } from '../append.ts';
import { didYouMean } from '../near.ts';
import { copyInvalid } from '../problem-kinds.ts';
import { inPlaceOf, YamlMapping, type YamlNode, YamlSequence } from '../yaml/node.ts';
import { present, textOf } from '../yaml/scalar.ts';
import { type CopyRule, copyRule, ruleUnder } from './copy-rules.ts';
import type { Templates } from './nodes.ts';
import type { Service } from './service.ts';

/** The template merged with the one that it copies; the template's own keynames and values win. */
export function withCopied(service: Service, node: YamlNode, templates: Templates): YamlNode {
  const at = node instanceof YamlMapping ? node.get('copy') : undefined;
  const name = textOf(at);
  if (!(node instanceof YamlMapping) || at === undefined || name === undefined) return node;
  const source = templates.get(name);
  const fault = faultOf(name, source, node, templates);
  if (fault !== undefined || !(source instanceof YamlMapping)) {
    service.report.at(
      at,
      copyInvalid(`copy must name another template that is not a copy: ${fault ?? `${name} is none`}`),
    );
    return node;
  }
  service.unsupported?.addCopy();
  return merged(source, node, copyRule);
}

function faultOf(name: string, source: YamlNode | undefined, own: YamlNode, templates: Templates): string | undefined {
  if (source === undefined) return `there is no template ${JSON.stringify(name)}${didYouMean(name, templates)}`;
  if (source === own) return `${name} is this one`;
  return source.kind === 'mapping' && source.get('copy') !== undefined ? `${name} is a copy` : undefined;
}

/** The result takes the template's place in the text, so that problems are reported there. */
function merged(copied: YamlMapping, own: YamlMapping, rule: CopyRule): YamlMapping {
  const made = inPlaceOf(own, new YamlMapping(own.start));
  for (const [key, value] of copied.entries) made.entries.set(key, value);
  for (const [key, value] of own.entries) {
    const before = present(copied.get(key));
    made.entries.set(key, before === undefined ? value : combined(before, value, ruleUnder(rule, key)));
  }
  return made;
}

function combined(copied: YamlNode, own: YamlNode, rule: CopyRule): YamlNode {
  if (rule === 'requirements') return withRequirements(copied, own);
  return rule !== 'replace' && copied.kind === 'mapping' && own.kind === 'mapping' ? merged(copied, own, rule) : own;
}

function withRequirements(copied: YamlNode, own: YamlNode): YamlNode {
  if (copied.kind !== 'sequence' || own.kind !== 'sequence') return own;
  const given = new Set(own.items.flatMap(namesOf));
  const made = inPlaceOf(own, new YamlSequence(own.start));
  append(
    made.items,
    copied.items.filter((item) => !namesOf(item).some((name) => given.has(name))),
  );
  append(made.items, own.items);
  return made;
}

const namesOf = (item: YamlNode): string[] => (item.kind === 'mapping' ? [...item.entries.keys()] : []);
