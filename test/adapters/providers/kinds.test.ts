import { describe, expect, it } from 'vitest';
import { configuredProviders, providersSchema } from '../../../src/adapters/providers/configured.ts';
import type { ImageScheme } from '../../../src/domain/providers/offer.ts';
import { conform } from '../../../src/foundation/shape/examine.ts';
import { asking, compute } from '../../domain/providers/asking.ts';

interface Kind {
  /** in its authorization line */
  readonly type: string;
  /** of the image `i` at the host `cloud.example` */
  readonly image: string;
  /** what clients read as the type */
  readonly shown: string;
}

/** docs/how-to/add-a-provider-kind.md: a kind that is missing here does not compile. */
const kinds: { readonly [S in ImageScheme]: Kind } = {
  ost: { type: 'OpenStack', image: 'ost://cloud.example/i', shown: 'OPENSTACK' },
  one: { type: 'OpenNebula', image: 'one://cloud.example/i', shown: 'OPENNEBULA' },
  aws: { type: 'EC2', image: 'aws://i', shown: 'AWS' },
  azr: { type: 'Azure', image: 'azr://i', shown: 'AZURE' },
};

describe('a kind of provider', () => {
  it.each(Object.values(kinds))(
    '$type has images at $image, and clients read $shown',
    async ({ type, image, shown }) => {
      const provider = {
        ...{ id: 'p', name: 'P', priority: 1 },
        credentials: { type, host: 'https://cloud.example:5000' },
        images: [{ id: 'i', distribution: 'ubuntu' }],
      };
      const providers = configuredProviders(conform(providersSchema, [provider]));
      const { candidates } = await providers.rank(asking({ nodes: [compute('server', { distribution: 'ubuntu' })] }));
      const edits = candidates.flatMap((candidate) => candidate.edits);
      expect(edits.find(({ path }) => path.at(-1) === 'image')?.value).toBe(image);
      expect((await providers.get('p')).facts?.type).toBe(shown);
    },
  );
});
