/**
 * The IM counts how deep below others a node stands, for the order of what it configures, without a guard: where nodes
 * need each other it ends in an error of Python (seen with IM 1.19.1 and 2.0.0).
 */

import { InOrder } from '../../../src/tosca/circles.ts';
import { nodesOf } from './nodes.ts';
import { Refusal } from './refusal.ts';
import { isConfigured } from './steps.ts';
import { asList, asMap, asText, at, isMap, type YamlMap } from './value.ts';

/** Throws a 400 where something is configured that needs a circle of nodes. */
export function checkLevels(document: YamlMap): void {
  const nodes = new Map(nodesOf(document));
  const endless = new Set<string>();
  const needsOf = (name: string): readonly string[] =>
    orderedTargets(document, nodes.get(name)).filter((one) => nodes.has(one));
  const walk = new InOrder<string>({
    needs: needsOf,
    visit: (members, isCircle) => {
      for (const one of members) if (isCircle || needsOf(one).some((need) => endless.has(need))) endless.add(one);
    },
  });
  for (const name of nodes.keys()) walk.add(name);
  for (const name of endless)
    if (isConfigured(document, name, nodes.get(name)))
      throw new Refusal(400, 'maximum recursion depth exceeded in comparison');
}

function orderedTargets(document: YamlMap, node: unknown): readonly string[] {
  const type = asText(at(node, 'type')) ?? '';
  return asList(at(node, 'requirements'))
    .flatMap((one) => Object.entries(asMap(one)))
    .flatMap(([name, assigned]) => {
      const given = isMap(assigned) ? assigned['relationship'] : undefined;
      const target = asText(isMap(assigned) ? assigned['node'] : assigned);
      const relationship = given === undefined ? ofRequirement(document, type, name) : typeOf(document, given);
      return target !== undefined && isOrder(document, relationship, name) ? [target] : [];
    });
}

const typeOf = (document: YamlMap, relationship: unknown): string | undefined => {
  if (isMap(relationship)) return asText(relationship['type']);
  const name = asText(relationship) ?? '';
  return asText(at(document, 'topology_template', 'relationship_templates', name, 'type')) ?? name;
};

/** What the document's own types say of a requirement. */
function ofRequirement(document: YamlMap, type: string, requirement: string): string | undefined {
  const defined = derivation(document, 'node_types', type)
    .flatMap((name) => asList(at(document, 'node_types', name, 'requirements')))
    .map((one) => asMap(one)[requirement])
    .find((one) => one !== undefined);
  return defined === undefined ? undefined : typeOf(document, at(defined, 'relationship'));
}

/** A type, those of the document that it derives from, and the first one of elsewhere. */
function derivation(document: YamlMap, section: string, type: string): readonly string[] {
  const names = [type];
  for (let name = type; isMap(at(document, section, name)); ) {
    name = asText(at(document, section, name, 'derived_from')) ?? '';
    if (names.includes(name)) break;
    names.push(name);
  }
  return names;
}

/** Requirements of normative types with another relationship. */
const attached = new Set(['local_storage', 'attachment', 'binding', 'link', 'application']);
const unordered = /(?:^|\.)(?:Root|AttachesTo|RoutesTo|LinksTo|BindsTo)$/;

function isOrder(document: YamlMap, relationship: string | undefined, requirement: string): boolean {
  if (relationship === undefined || relationship === '') return !attached.has(requirement);
  return !unordered.test(derivation(document, 'relationship_types', relationship).at(-1) ?? '');
}
