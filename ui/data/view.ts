import type { Deployment, Resource } from '../../client/types.ts';

export interface ViewNode {
  readonly name: string;
  readonly type: string;
  readonly kind: string;
  readonly count: number;
  readonly facts: { readonly [name: string]: string };
  readonly requirements: readonly {
    readonly name: string;
    readonly node: string;
    readonly as?: 'host' | 'attachment';
  }[];
}

export interface ViewResource {
  readonly id: string;
  readonly node: string;
  readonly state: Resource['state'];
  readonly since: string;
  readonly physicalId?: string;
  readonly address?: string;
  readonly machineState?: string;
  readonly reason?: string;
  readonly action?: 'start' | 'stop';
}

export interface Failure {
  readonly provider?: { readonly id: string; readonly name: string };
  readonly attempt?: number;
  readonly cause: string;
  readonly detail?: string;
}

export interface DeploymentView {
  readonly uuid: string;
  readonly name: string;
  readonly status: Deployment['status'];
  readonly task: Deployment['task'];
  readonly operation: {
    readonly id: string;
    readonly kind: 'CREATE' | 'UPDATE' | 'DELETE';
    readonly acceptedAt: string;
    readonly deadline?: string;
    readonly requestedBy?: { readonly issuer: string; readonly subject: string };
  };
  readonly provider?: { readonly id: string; readonly name: string; readonly type?: string; readonly region?: string };
  readonly attempt?: {
    readonly number: number;
    readonly state: string;
    readonly startedAt: string;
    readonly deadline: string;
    readonly providerState?: string;
  };
  readonly cause: readonly Failure[];
  readonly createdAt: string;
  readonly changedAt: string;
  readonly createdBy: { readonly issuer: string; readonly subject: string };
  readonly userGroup?: string;
  readonly nodes?: readonly ViewNode[];
  readonly resources: readonly ViewResource[];
  readonly events: number;
  readonly logPieces: number;
  readonly may: { readonly change: boolean; readonly seeSecrets: boolean };
  readonly version: string;
}
