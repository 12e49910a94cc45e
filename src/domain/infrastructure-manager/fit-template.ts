import type { NodeEdit } from '../../tosca/edit.ts';
import type { Node, Topology } from '../../tosca/topology.ts';
import type { Image, Offer } from '../providers/offer.ts';
import type { Fit } from '../providers/reach.ts';
import { notScaled } from '../scaling/scaling-policies.ts';
import { formsOf } from './forms/forms.ts';
import { matchFlavor } from './match-flavor.ts';
import { type Match, matchImage } from './match-image.ts';
import { unanswered } from './unanswered-questions.ts';

/**
 * Chooses images, flavors, volume types and networks of an offer for every node that asks for them
 * (docs/contract/federation.md, "What a template becomes at a provider"). Nodes of the normative Compute type have no
 * properties for the result: the Infrastructure Manager chooses for them.
 */
export const fitTemplate = (
  topology: Pick<Topology, 'nodes'> & Partial<Pick<Topology, 'outputs' | 'policies'>>,
  offer: Offer,
): Fit => {
  const parts: readonly Fit[] = [
    ...topology.nodes
      .filter(isA('tosca.nodes.indigo.Compute'))
      .flatMap((node) => [image(node, offer), flavor(node, offer)]),
    ...topology.nodes.filter(isA('tosca.nodes.BlockStorage')).map((node) => volume(node, offer)),
    { edits: networks(topology.nodes, offer), lacks: [] },
  ];
  const { lacks, notes, empty } = unanswered(topology);
  const forms = formsOf(topology.nodes);
  const said = [...forms.notes, ...notes, ...notScaled(topology.policies, machinesStay)];
  const flavors = Object.fromEntries(parts.flatMap((part) => Object.entries(part.flavors ?? {})));
  return {
    // what an offer chooses comes last, so it counts
    edits: [...forms.edits, ...parts.flatMap(({ edits }) => edits)],
    lacks: [...new Set([...parts.flatMap((part) => part.lacks), ...lacks])],
    ...(said.length > 0 && { notes: said }),
    ...(Object.keys(empty).length > 0 && { empty }),
    ...(Object.keys(flavors).length > 0 && { flavors }),
  };
};

const machinesStay =
  'the Infrastructure Manager keeps as many machines as are asked for, so change default_instances of the capability scalable by an update';

const isA =
  (type: string) =>
  ({ types }: Pick<Node, 'types'>): boolean =>
    types.includes(type);

const capabilityValues = (node: Node, capability: string) => node.capabilities[capability]?.properties ?? {};

const none: Fit = { edits: [], lacks: [] };

const outcome = <Found>(node: Node, match: Match<Found>, edits: (found: Found) => readonly NodeEdit[]): Fit => {
  if (match.is === 'kept') return none;
  if (match.is === 'missing') return { edits: [], lacks: [`it ${match.why} (node ${node.name})`] };
  return { edits: edits(match.found), lacks: [] };
};

const image = (node: Node, offer: Offer): Fit =>
  outcome(node, matchImage(capabilityValues(node, 'os'), offer), (found) => [
    { node: node.name, path: ['capabilities', 'os', 'properties', 'image'], value: addressOf(found, offer) },
    ...(found.user === undefined
      ? []
      : [
          {
            node: node.name,
            path: ['capabilities', 'os', 'properties', 'credential'],
            value: { user: found.user, token: '' },
          },
        ]),
  ]);

/** Only addresses of OpenStack and OpenNebula name the host, so such an address is valid at one cloud only. */
const addressOf = ({ id }: Image, { imageScheme = 'ost', host = '' }: Offer): string =>
  imageScheme === 'ost' || imageScheme === 'one' ? `${imageScheme}://${host}/${id}` : `${imageScheme}://${id}`;

/** The flavor decides the disk size, so `disk_size` is removed: it would be a second demand. */
const flavor = (node: Node, offer: Offer): Fit => {
  const match = matchFlavor(capabilityValues(node, 'host'), offer);
  const fit = outcome(node, match, ({ name }) => [
    { node: node.name, path: ['capabilities', 'host', 'properties', 'instance_type'], value: name },
    { node: node.name, path: ['capabilities', 'host', 'properties', 'disk_size'] },
  ]);
  return match.is === 'found' ? { ...fit, flavors: { [node.name]: match.found } } : fit;
};

const volume = (node: Node, { volumeTypes }: Offer): Fit => {
  const wanted = node.properties['type'];
  if (typeof wanted !== 'string' || wanted === '' || volumeTypes === undefined) return none;
  const found = volumeTypes.find(({ name, qos }) => [name, qos].includes(wanted));
  if (!found) return { edits: [], lacks: [`it has no volumes of type ${wanted} (node ${node.name})`] };
  return { edits: [{ node: node.name, path: ['properties', 'type'], value: found.name }], lacks: [] };
};

/** The first network of each kind becomes the customer's own, unless the template names one. */
const networks = (nodes: readonly Node[], { networks: own }: Offer): readonly NodeEdit[] =>
  (['public', 'private'] as const).flatMap((kind) => {
    const node = nodes
      .filter(isA('tosca.nodes.network.Network'))
      .find(({ properties }) => properties['network_type'] === kind);
    const name = own?.[kind];
    if (node === undefined || name === undefined || node.properties['network_name']) return [];
    return [
      { node: node.name, path: ['properties', 'network_name'], value: name },
      ...(kind === 'private' && node.types.includes('tosca.nodes.indigo.network.Network') ? proxy(node, own) : []),
    ];
  });

const proxy = (node: Node, own: Offer['networks']): readonly NodeEdit[] =>
  own?.proxyHost === undefined
    ? []
    : [
        { node: node.name, path: ['properties', 'proxy_host'], value: own.proxyHost },
        {
          node: node.name,
          path: ['properties', 'proxy_credential'],
          value: { user: own.proxyUser ?? '', token: '' },
        },
      ];
