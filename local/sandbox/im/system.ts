import type { Disk } from './disks.ts';

/** One Compute node or container; all VMs of a node are the same. */
export interface System {
  /** name of the node template */
  readonly node: string;
  /** true: it runs on Kubernetes */
  readonly container?: true;
  /** attributes of addresses are lists for indigo's Compute, and a text for the normative one */
  readonly listsAddresses: boolean;
  readonly instanceName: string;
  readonly instanceType: string;
  readonly cpus: number;
  readonly memoryBytes: number;
  readonly diskBytes: number;
  /** more disks, in the order of their attachment */
  readonly disks?: readonly Disk[];
  readonly image?: string;
  readonly os: { readonly name: string; readonly flavour: string; readonly version: string };
  readonly architecture: string;
  readonly user: string;
  readonly public: boolean;
  /** IM notation, e.g. `80/tcp-8080/tcp,3000:3010/tcp`; empty for none */
  readonly ports: string;
  /** ports of all networks in the document from which it was launched */
  readonly networks?: { readonly private: string; readonly public?: string };
}
