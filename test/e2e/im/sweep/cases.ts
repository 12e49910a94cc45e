import type { TypeDef } from '../../../../src/tosca/types/type-def.ts';
import { toJson } from '../../../../src/tosca/yaml/scalar.ts';
import { ofAttributes } from './attribute-cases.ts';
import type { Case } from './case.ts';
import type { Named } from './changes.ts';
import { ofClusters } from './clusters.ts';
import { ofConstraints } from './constraint-cases.ts';
import { typesOf } from './drafts.ts';
import { ofEndpoints } from './endpoint-cases.ts';
import { ofDefinedJoins, ofJoining, ofTwoJoins, withImport } from './imported-cases.ts';
import { ofNode } from './node-cases.ts';
import { ofPeers } from './peer-cases.ts';
import { ofPlaces } from './placed-cases.ts';
import type { Source } from './source.ts';
import { ofArtifact, ofData, ofGroup, ofPolicy, ofRelationship } from './type-cases.ts';
import { ofUnset } from './unset-cases.ts';

/** Every property, attribute, capability, requirement, operation and data type of the source's types, one by one and in pairs. */
export function* casesOf(source: Source): Generator<Case> {
  const named = (kind: TypeDef['kind']) =>
    typesOf(source.scope, kind).filter(({ name, node }) => {
      const known = source.known?.find(kind, name);
      // a package may define a normative type anew
      return known === undefined || JSON.stringify(toJson(known.node)) !== JSON.stringify(toJson(node));
    });
  if (source.known === undefined) {
    yield* asCases(source, 'machines', ofClusters());
    yield* asCases(source, 'constraints', ofConstraints());
    for (const one of asCases(source, 'imported', ofConstraints())) yield withImport(one);
    for (const one of asCases(source, 'imported', ofJoining())) yield withImport(one);
    yield* asCases(source, 'definitions', ofDefinedJoins());
    for (const one of asCases(source, 'imported definitions', ofDefinedJoins())) yield withImport(one);
    yield* asCases(source, 'two', ofTwoJoins());
    yield* asCases(source, 'peers', ofPeers());
    yield* asCases(source, 'attributes', ofAttributes());
    yield* asCases(source, 'unset', ofUnset());
    yield* asCases(source, 'endpoints', ofEndpoints());
    for (const one of asCases(source, 'imported endpoints', ofEndpoints())) yield withImport(one);
    yield* asCases(source, 'places', ofPlaces());
    for (const one of asCases(source, 'imported places', ofPlaces())) yield withImport(one);
  }
  for (const type of named('node')) yield* asCases(source, type.name, ofNode(type, source));
  for (const type of named('relationship')) yield* asCases(source, type.name, ofRelationship(type, source.scope));
  for (const type of named('data')) yield* asCases(source, type.name, ofData(type));
  for (const type of named('policy')) yield* asCases(source, type.name, ofPolicy(type, source.scope));
  for (const type of named('group')) yield* asCases(source, type.name, ofGroup(type));
  for (const type of named('artifact')) yield* asCases(source, type.name, ofArtifact(type));
}

function* asCases({ name, version, address }: Source, type: string, all: Iterable<Named>): Generator<Case> {
  for (const [what, topology, beside = {}] of all)
    yield {
      name: `${name} ${type}${what === '' ? '' : ` ${what}`}`,
      template: {
        tosca_definitions_version: version,
        ...(address !== undefined && { imports: [address] }),
        ...beside,
        topology_template: topology,
      },
    };
}
