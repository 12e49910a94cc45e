import { type CfnResource, type Duration, Stack } from 'aws-cdk-lib';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { mayUseNetwork, type Placement } from '../configuration/network.ts';
import { divided, tooLong } from '../configuration/settings.ts';
import { OwnRole } from '../grants/own-role.ts';
import type { Programs } from './programs.ts';

export interface ServiceFunctionProps {
  /** path from the root of the repository, e.g. `functions/http/deployments/get.ts` */
  readonly entry: string;
  readonly timeout: Duration;
  readonly environment: Readonly<Record<string, string>>;
  readonly logGroup: ILogGroup;
  /** MB: lib/functions/memory.ts */
  readonly memorySize: number;
  /** true: it sends traces to X-Ray */
  readonly tracing: boolean;
  /** true: Lambda logs nothing about runs without an error */
  readonly quiet?: boolean;
  /** absent: Lambda's own network */
  readonly placement?: Placement | undefined;
  /** absent: the template is only read, not deployed (laptop, tests) */
  readonly programs?: Programs | undefined;
}

/** The only way this service makes a Lambda function: small, with its own role, and with one log group for all. */
export class ServiceFunction extends LambdaFunction {
  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    const role = new OwnRole(scope, `${id}-role`, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    props.logGroup.grantWrite(role);
    if (props.placement) role.addToPolicy(mayUseNetwork());
    const { environment, settings } = divided(props.environment);
    super(scope, id, {
      code: props.programs ?? Code.fromInline('// not bundled'),
      handler: props.programs ? props.entry.replace(/\.ts$/, '.handler') : 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: props.memorySize,
      tracing: props.tracing ? Tracing.ACTIVE : Tracing.DISABLED,
      // so that the runtime's own lines, such as those about a timeout, also have the request's id
      loggingFormat: LoggingFormat.JSON,
      ...(props.quiet && { systemLogLevelV2: SystemLogLevel.WARN }),
      ...props.placement,
      timeout: props.timeout,
      environment: {
        ...(props.programs === undefined ? props.environment : environment),
        NODE_OPTIONS: '--enable-source-maps',
      },
      role,
      logGroup: props.logGroup,
    });
    props.programs?.addSettings(settings);
    this.node.addValidation({ validate: () => [...tooLong(props.entry, Stack.of(this).resolve(environment))] });
    // The laptop reads the entry files from this metadata: docs/decisions/0001.
    const resource = this.node.defaultChild as CfnResource;
    resource.addMetadata('toscanini:entry', props.entry);
    // It refers to the role, whose policies are all its own or attached with it: to say so once more takes 57 bytes of each function.
    resource.addDeletionOverride('DependsOn');
  }
}
