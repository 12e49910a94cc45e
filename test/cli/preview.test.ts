import { describe, expect, it } from 'vitest';
import { previewLines } from '../../cli/screen/preview.ts';

const plain = (_: unknown, text: string): string => text;

describe('what happens at a provider', () => {
  it('is a line for each resource, with the reason, and then what all of it costs', () => {
    const plan = [
      { action: 'added' as const, name: 'web', type: 'AWS::EC2::Instance' },
      { action: 'perhaps replaced' as const, name: 'data', type: 'AWS::EC2::Volume', why: 'Size' },
      { action: 'removed' as const, name: 'old', type: 'AWS::S3::Bucket' },
    ];
    const cost = {
      ...{ currency: 'USD' as const, hourly: 0.0104, monthly: 7.592, pricesOf: '2026-11-01', region: 'us-east-1' },
      ...{ items: [], leftOut: ['traffic'] },
    };
    expect(previewLines({ plan, cost }, plain)).toEqual([
      '+  web   AWS::EC2::Instance',
      '±  data  AWS::EC2::Volume    Size',
      '-  old   AWS::S3::Bucket',
      'about $0.010 an hour, $7.59 a month (list prices of us-east-1, 2026-11-01)',
      '  without traffic',
    ]);
  });

  it('is nothing where the provider cannot tell', () => expect(previewLines({}, plain)).toEqual([]));
});
