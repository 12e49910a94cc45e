import { withoutSecretText } from '../../../src/tosca/secrets/material.ts';
import { processorTime } from '../../support/processor-time.ts';

const took = (text: string): number => {
  const before = processorTime();
  withoutSecretText(text);
  return processorTime() - before;
};

/**
 * Whether masking takes time as the text grows. What is quadratic takes 64 times as long for eight times as much, in each of three
 * tries; the collector runs in one of them.
 */
export const isMaskedInLinearTime = (piece: string, times: number): boolean => {
  took(piece.repeat(Math.ceil(times / 4)));
  const [small, large] = [piece.repeat(times), piece.repeat(8 * times)];
  return [1, 2, 3].some(() => took(large) < Math.max(2, took(small)) * 30);
};
