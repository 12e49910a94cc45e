import type { CreationPreviewOf, UpdatePreviewOf } from '../../src/domain/deployers/preview.ts';

/** Of deployers that cannot tell what they would do. */
export const noPreviews: {
  readonly creationPreviewOf: CreationPreviewOf;
  readonly updatePreviewOf: UpdatePreviewOf;
} = { creationPreviewOf: () => undefined, updatePreviewOf: () => undefined };
