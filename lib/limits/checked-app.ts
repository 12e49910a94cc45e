import { statSync } from 'node:fs';
import { App, type AppProps, type StageSynthesisOptions } from 'aws-cdk-lib';
import type { CloudAssembly } from 'aws-cdk-lib/cx-api';
import { advice, limits } from './limits.ts';
import { type Size, sizesOf, type Template } from './sizes.ts';

/** Every size that AWS limits, of each stack. `region`: where stacks without one are deployed; absent: a long name. */
export const sizesIn = ({ stacks }: CloudAssembly, region?: string): readonly Size[] =>
  stacks.flatMap(({ stackName, template, templateFullPath }) =>
    sizesOf(stackName, template as Template, statSync(templateFullPath).size, region),
  );

/** An app whose synthesis refuses what AWS would refuse at the deployment, perhaps after it has made half of the resources. */
export class CheckedApp extends App {
  private readonly place: string | undefined;

  constructor({ place, ...props }: AppProps & { readonly place?: string | undefined }) {
    super(props);
    this.place = place;
  }

  override synth(options?: StageSynthesisOptions): CloudAssembly {
    const assembly = super.synth(options);
    const tooLarge = sizesIn(assembly, this.place).filter(({ limit, size }) => size > limits[limit]);
    if (tooLarge.length > 0) throw new Error(`AWS would refuse this installation:\n${tooLarge.map(said).join('\n')}`);
    return assembly;
  }
}

const said = ({ limit, of, size }: Size): string =>
  `${of}: ${limit} has ${size}, and AWS takes ${limits[limit]}: ${advice[limit]}`;
