import type { AwsServer } from './aws/server.ts';
import type { FederationServer } from './federation/server.ts';
import type { TokenOptions } from './issuer.ts';

/** An entry of PROVIDERS (docs/environment.md). */
export interface SandboxProvider {
  readonly id: string;
  readonly name: string;
  readonly priority: number;
  readonly credentials?: { readonly [key: string]: string };
  readonly groups?: string[];
  readonly deployer?: 'cloudformation' | 'batch';
  readonly stack?: {
    readonly region: string;
    readonly roleArn?: string;
    readonly serviceRoleArn?: string;
    readonly agentProfile?: string;
    readonly taskRole?: string;
  };
  readonly batch?: {
    readonly region: string;
    readonly queues: { readonly name: string; readonly platform?: 'EC2'; readonly gpus?: true }[];
    readonly executionRoleArn?: string;
    readonly jobRoleArn?: string;
    readonly image?: string;
  };
  readonly secret?: string;
  readonly vault?: true;
}

/** The counterparts of a service on a laptop, once they have started. */
export interface Sandbox {
  /** address that gives out tokens; the name of the issuer is in trustedIssuers */
  readonly issuer: string;
  readonly imUrl: string;
  /** value of TRUSTED_ISSUERS */
  readonly trustedIssuers: readonly {
    readonly issuer: string;
    readonly audience: string;
    readonly groupsClaim: 'groups';
    readonly adminGroup: string;
    readonly jwksUri: string;
    readonly organisation?: string;
    readonly tokenExchange?: {
      readonly clientId: string;
      readonly secret: string;
      readonly tokenEndpoint: string;
      readonly clusterClientId: string;
    };
  }[];
  /** value of PROVIDERS */
  readonly providers: readonly SandboxProvider[];
  /** value of IM_SECRET: the name of the IM's own line in `secrets` */
  readonly imSecret: string;
  /** content of SECRETS_FILE */
  readonly secrets: { readonly [name: string]: { readonly [key: string]: string } };
  /** value of SERVICE_ADDRESSES, and the address that sets faults of these services */
  readonly federation?: Pick<FederationServer, 'url' | 'addresses'>;
  /** address for AWS_ENDPOINT_URL_CLOUDFORMATION, _EC2, _SSM and _STS */
  readonly awsUrl?: string;
  /** The same without HTTP. */
  readonly answerAws?: AwsServer['answer'];
  token(options?: TokenOptions): Promise<string>;
  stop(): Promise<void>;
}
