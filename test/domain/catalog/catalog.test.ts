import { describe, expect, it } from 'vitest';
import { isOffered } from '../../../src/domain/catalog/catalog.ts';
import type { Json } from '../../../src/tosca/topology.ts';

const caller = (...groups: readonly string[]) => ({ issuer: 'i', subject: 's', isAdministrator: false, groups });
const nobody = { issuer: 'i', subject: 's', isAdministrator: false };
const entry = (allowed?: Json) => ({
  ...{ name: 'web', template: '', problems: [] },
  metadata: allowed === undefined ? {} : { allowed_groups: allowed },
});

describe('a template of the catalog', () => {
  it.each<Json | undefined>([undefined, '*', ['*'], 'physics, *', ['physics', '*']])(
    'for %j is offered to everybody',
    (allowed) => {
      for (const one of [nobody, caller(), caller('art')]) expect(isOffered(one, entry(allowed))).toBe(true);
    },
  );

  it.each<Json>(['physics', 'art, physics', ['art', ' physics '], ['physics']])(
    'for %j is offered to members of physics',
    (allowed) => {
      expect(isOffered(caller('biology', 'physics'), entry(allowed))).toBe(true);
      for (const one of [nobody, caller(), caller('phys'), caller('physics/inner'), caller('*')])
        expect(isOffered(one, entry(allowed))).toBe(false);
      expect(isOffered({ ...nobody, isAdministrator: true }, entry(allowed))).toBe(true);
    },
  );

  it('for no group is offered to administrators only', () => {
    for (const allowed of ['', [], [7]] as readonly Json[]) {
      expect(isOffered(caller('physics'), entry(allowed))).toBe(false);
      expect(isOffered({ ...nobody, isAdministrator: true }, entry(allowed))).toBe(true);
    }
  });
});
