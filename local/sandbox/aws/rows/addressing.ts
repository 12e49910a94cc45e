/** The addresses that machines get. */

import { bagsOf, textOf } from '../protocol/json.ts';
import { liveThings, type Place, type Thing } from '../world/place.ts';
import { launchProperties } from './machine-checks.ts';
import type { Order } from './row.ts';

const nextAddress = (place: Place): number => place.nextAddress++;

/** Addresses that nobody owns: 198.18.0.0/15 is for tests [RFC 2544]. */
export const newPublicIp = (place: Place): string => {
  const number = nextAddress(place);
  return `198.${18 + Math.floor(number / 65536)}.${Math.floor(number / 256) % 256}.${number % 256}`;
};

export function newPrivateIp(place: Place, subnet: Thing | undefined): string {
  const [a = 172, b = 31, c = 0] = (textOf(subnet?.properties['CidrBlock']) ?? '').split('.').map(Number);
  const number = nextAddress(place);
  return `${a}.${b}.${c + (Math.floor(number / 250) % 16)}.${4 + (number % 250)}`;
}

export const wantsPublicIp = (order: Order, subnet: Thing | undefined): boolean => {
  const [first] = bagsOf(launchProperties(order)['NetworkInterfaces']);
  const own = first?.['AssociatePublicIpAddress'];
  if (own !== undefined) return String(own) === 'true';
  return first?.['NetworkInterfaceId'] === undefined && String(subnet?.properties['MapPublicIpOnLaunch']) === 'true';
};

/** The address that the internet sees: the elastic one, else the one that came with the start. */
export const publicIpOf = (thing: Thing, place: Place): string | undefined =>
  elasticIpOf(thing, place) ?? (thing.power?.to === 'running' ? textOf(thing.facts['publicIp']) : undefined);

function elasticIpOf(thing: Thing, place: Place): string | undefined {
  const cards = bagsOf(thing.properties['NetworkInterfaces']).flatMap(
    (card) => textOf(card['NetworkInterfaceId']) ?? [],
  );
  const held = liveThings(place, 'AWS::EC2::EIP').find(
    ({ facts }) => facts['instance'] === thing.id || cards.includes(textOf(facts['card']) ?? ''),
  );
  return textOf(held?.facts['ip']);
}

export const dnsOf = (ip: string | undefined, region: string): string =>
  ip ? `ec2-${ip.replaceAll('.', '-')}.${region}.compute.amazonaws.com` : '';
