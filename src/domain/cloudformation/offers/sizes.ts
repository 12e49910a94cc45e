/**
 * The sizes of machines that are chosen without being asked for by name: current generations of a few families, since
 * the smallest of all types of AWS is often an odd one. `npm run e2e:cfn-lint` holds processors, memory and GPUs against
 * AWS's DescribeInstanceTypes. Prices are dollars per hour in us-east-1, Linux, on demand: those that AWS published on
 * 2026-07-20, as the Karpenter provider for AWS 1.15.2 has them.
 */
export interface Size {
  readonly name: string;
  readonly cpus: number;
  /** GiB */
  readonly memory: number;
  readonly architecture: 'x86_64' | 'arm64';
  readonly price: number;
  readonly gpus: number;
  readonly gpuModel?: string;
}

type Row = readonly [size: string, cpus: number, memory: number, price: number, gpus?: number];

interface Family {
  readonly architecture: Size['architecture'];
  readonly gpuModel?: string;
  readonly rows: readonly Row[];
}

const families: { readonly [name: string]: Family } = {
  t3: {
    architecture: 'x86_64',
    rows: [
      ['nano', 2, 0.5, 0.0052],
      ['micro', 2, 1, 0.0104],
      ['small', 2, 2, 0.0208],
      ['medium', 2, 4, 0.0416],
      ['large', 2, 8, 0.0832],
      ['xlarge', 4, 16, 0.1664],
      ['2xlarge', 8, 32, 0.3328],
    ],
  },
  t4g: {
    architecture: 'arm64',
    rows: [
      ['nano', 2, 0.5, 0.0042],
      ['micro', 2, 1, 0.0084],
      ['small', 2, 2, 0.0168],
      ['medium', 2, 4, 0.0336],
      ['large', 2, 8, 0.0672],
      ['xlarge', 4, 16, 0.1344],
      ['2xlarge', 8, 32, 0.2688],
    ],
  },
  c7i: {
    architecture: 'x86_64',
    rows: [
      ['large', 2, 4, 0.0893],
      ['xlarge', 4, 8, 0.1785],
      ['2xlarge', 8, 16, 0.357],
      ['4xlarge', 16, 32, 0.714],
      ['8xlarge', 32, 64, 1.428],
      ['12xlarge', 48, 96, 2.142],
      ['16xlarge', 64, 128, 2.856],
      ['24xlarge', 96, 192, 4.284],
      ['48xlarge', 192, 384, 8.568],
    ],
  },
  m7i: {
    architecture: 'x86_64',
    rows: [
      ['large', 2, 8, 0.1008],
      ['xlarge', 4, 16, 0.2016],
      ['2xlarge', 8, 32, 0.4032],
      ['4xlarge', 16, 64, 0.8064],
      ['8xlarge', 32, 128, 1.6128],
      ['12xlarge', 48, 192, 2.4192],
      ['16xlarge', 64, 256, 3.2256],
      ['24xlarge', 96, 384, 4.8384],
      ['48xlarge', 192, 768, 9.6768],
    ],
  },
  m7g: {
    architecture: 'arm64',
    rows: [
      ['large', 2, 8, 0.0816],
      ['xlarge', 4, 16, 0.1632],
      ['2xlarge', 8, 32, 0.3264],
      ['4xlarge', 16, 64, 0.6528],
      ['8xlarge', 32, 128, 1.3056],
      ['12xlarge', 48, 192, 1.9584],
      ['16xlarge', 64, 256, 2.6112],
    ],
  },
  r7i: {
    architecture: 'x86_64',
    rows: [
      ['large', 2, 16, 0.1323],
      ['xlarge', 4, 32, 0.2646],
      ['2xlarge', 8, 64, 0.5292],
      ['4xlarge', 16, 128, 1.0584],
      ['8xlarge', 32, 256, 2.1168],
      ['12xlarge', 48, 384, 3.1752],
      ['16xlarge', 64, 512, 4.2336],
      ['24xlarge', 96, 768, 6.3504],
      ['48xlarge', 192, 1536, 12.7008],
    ],
  },
  g5: {
    architecture: 'x86_64',
    gpuModel: 'A10G',
    rows: [
      ['xlarge', 4, 16, 1.006, 1],
      ['2xlarge', 8, 32, 1.212, 1],
      ['4xlarge', 16, 64, 1.624, 1],
      ['8xlarge', 32, 128, 2.448, 1],
      ['16xlarge', 64, 256, 4.096, 1],
      ['12xlarge', 48, 192, 5.672, 4],
      ['24xlarge', 96, 384, 8.144, 4],
      ['48xlarge', 192, 768, 16.288, 8],
    ],
  },
  g6: {
    architecture: 'x86_64',
    gpuModel: 'L4',
    rows: [
      ['xlarge', 4, 16, 0.8048, 1],
      ['2xlarge', 8, 32, 0.9776, 1],
      ['4xlarge', 16, 64, 1.3232, 1],
      ['8xlarge', 32, 128, 2.0144, 1],
      ['16xlarge', 64, 256, 3.3968, 1],
      ['12xlarge', 48, 192, 4.6016, 4],
      ['24xlarge', 96, 384, 6.6752, 4],
      ['48xlarge', 192, 768, 13.3504, 8],
    ],
  },
};

/** Cheapest first. */
export const sizes: readonly Size[] = Object.entries(families)
  .flatMap(([family, { architecture, gpuModel, rows }]) =>
    rows.map(([size, cpus, memory, price, gpus = 0]): Size => {
      const common = { name: `${family}.${size}`, cpus, memory, architecture, price, gpus };
      return gpuModel === undefined ? common : { ...common, gpuModel };
    }),
  )
  .toSorted((a, b) => a.price - b.price);
