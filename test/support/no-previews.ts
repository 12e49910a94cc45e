import type { AdopterOf } from '../../src/domain/adoption/ports.ts';
import type { CreationPreviewOf, UpdatePreviewOf } from '../../src/domain/deployers/preview.ts';
import { noPolicies, type Policies } from '../../src/domain/policies/rule.ts';

/** Of deployers that cannot tell what they would do, in an installation without rules, where nothing can be adopted. */
export const noPreviews: {
  readonly creationPreviewOf: CreationPreviewOf;
  readonly updatePreviewOf: UpdatePreviewOf;
  readonly policies: Policies;
  readonly adopterOf: AdopterOf;
} = {
  adopterOf: async () => undefined,
  creationPreviewOf: () => undefined,
  updatePreviewOf: () => undefined,
  policies: noPolicies,
};
