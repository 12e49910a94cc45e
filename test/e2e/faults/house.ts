/** What all cells of one process share: engines, the sandbox on the wire, the wire itself, and a clock. */

import { Connections } from '../../../local/direct/connections.ts';
import { signAsFunctions } from '../../../local/functions/signing.ts';
import type { Sandbox } from '../../../local/sandbox/sandbox.ts';
import { startSandbox } from '../../../local/sandbox/start.ts';
import { ManualClock } from '../../domain/deployments/world.ts';
import { type Engine, localAws, startEngine } from '../../support/engine.ts';
import { type AwsStub, startAwsStub } from './aws-stub.ts';
import type { FaultServer } from './fault-orders.ts';
import { startFaultServer } from './fault-server.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { Wire, wiredFetch } from './wire.ts';

export interface House {
  readonly clock: ManualClock;
  readonly engine: Engine;
  readonly sandbox: Sandbox & { readonly federation: NonNullable<Sandbox['federation']>; readonly awsUrl: string };
  readonly aws: AwsStub;
  readonly receiver: Receiver;
  readonly server: FaultServer;
  readonly wire: Wire;
  /** to the stores, for calls that do not go astray */
  readonly connections: { readonly dynamoDb: Connections; readonly s3: Connections };
  /** fetch as it was: not on the wire, and never astray */
  readonly fetch: typeof fetch;
  stop(): Promise<void>;
}

export const startHouse = async (): Promise<House> => {
  const clock = new ManualClock();
  clock.advance((Date.now() - clock.now().getTime()) / 1000); // tokens live in real time
  const pass = globalThis.fetch;
  const [engine, sandbox, receiver, server] = await Promise.all([
    startEngine(),
    startSandbox({ imPort: 0, issuerPort: 0, federationPort: 0, awsPort: 0, clock, instantJobs: true }),
    startReceiver(),
    startFaultServer(),
  ]);
  const { federation, awsUrl } = sandbox;
  if (federation === undefined || awsUrl === undefined) throw new Error('the sandbox was asked for all that it has');
  const aws = await startAwsStub(sandbox.secrets);
  const stopSigning = signAsFunctions(awsUrl, localAws.credentials.accessKeyId);
  const wire = new Wire(server, clock);
  globalThis.fetch = wiredFetch(wire, pass);
  const connections = {
    dynamoDb: new Connections(engine.endpoints.dynamoDb),
    s3: new Connections(engine.endpoints.s3),
  };
  const stop = async () => {
    globalThis.fetch = pass;
    stopSigning();
    for (const each of Object.values(connections)) each.close();
    await Promise.all([engine.stop(), sandbox.stop(), aws.stop(), receiver.stop(), server.stop()]);
  };
  return {
    ...{ clock, engine, aws, receiver, server, wire, connections, fetch: pass, stop },
    sandbox: { ...sandbox, federation, awsUrl },
  };
};
