/**
 * SLAM, CMDB, monitoring, CPR, Vault and the issuer's token exchange on one loopback port, each under its own path. They
 * answer as the real ones do (docs/contract/federation.md).
 */

import fastify, { type FastifyInstance } from 'fastify';
import type { Cloud } from '../im/clouds.ts';
import type { Issuer } from '../issuer.ts';
import { listening } from '../listen.ts';
import { addCmdb } from './cmdb.ts';
import { addCpr } from './cpr.ts';
import { services } from './data.ts';
import { type FederationServiceName, ServiceFaults } from './faults.ts';
import { addMonitoring } from './monitoring.ts';
import { addSlam } from './slam.ts';
import { addTokenEndpoint } from './token-endpoint.ts';
import { addVault } from './vault.ts';

export interface FederationServer {
  /** address of the control interface, which sets faults */
  readonly url: string;
  /** value of SERVICE_ADDRESSES */
  readonly addresses: { readonly [name: string]: string };
  stop(): Promise<void>;
}

export interface FederationOptions {
  readonly port: number;
  readonly clouds: readonly Cloud[];
  /** issuer of the tokens that the services accept, and of exchanged tokens */
  readonly issuer: Pick<Issuer, 'url' | 'verify' | 'token'>;
}

export const startFederation = async ({ port, clouds, issuer }: FederationOptions): Promise<FederationServer> => {
  const app = fastify({ forceCloseConnections: true, routerOptions: { maxParamLength: 1_000 } });
  const faults = new ServiceFaults();
  const known = services(clouds, issuer.url);
  const bearer = (header: string): boolean => isGood(issuer, /^Bearer (\S+)$/.exec(header)?.[1] ?? '');
  const rooms: { readonly [name in FederationServiceName]?: (room: FastifyInstance) => void } = {
    slam: (room) => addSlam(room, known, bearer),
    cmdb: (room) => addCmdb(room, known),
    monitoring: (room) => addMonitoring(room, known),
    cpr: (room) => addCpr(room),
    vault: (room) => addVault(room, issuer),
    issuer: (room) => addTokenEndpoint(room, issuer),
  };
  faults.addControl(app);
  for (const [name, add] of Object.entries(rooms)) {
    await app.register(
      async (room) => {
        faults.addTo(room, name as FederationServiceName);
        add(room);
      },
      { prefix: `/${name}` },
    );
  }
  const url = await listening(port, "the sandbox's federation", () => app.listen({ port, host: '127.0.0.1' }));
  const served = Object.keys(rooms).filter((name) => name !== 'issuer');
  const addresses = Object.fromEntries(served.map((name) => [`${name}_url`, `${url}/${name}`]));
  return { url, addresses, stop: () => app.close() };
};

/** Whether the issuer signed the token and it has not expired. */
export const isGood = ({ verify }: Pick<Issuer, 'verify'>, token: string): boolean => {
  try {
    verify(token);
    return true;
  } catch {
    return false; // the services of a federation do not say what is wrong with a token
  }
};
