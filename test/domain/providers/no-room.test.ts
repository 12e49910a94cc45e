import { expect, it } from 'vitest';
import { noRoomIn } from '../../../src/domain/providers/no-room.ts';

it.each([
  'We currently do not have sufficient m5.large capacity in the Availability Zone you requested (InsufficientInstanceCapacity)',
  'You have requested more vCPU capacity than your current vCPU limit of 32 allows (VcpuLimitExceeded)',
  'Quota exceeded for cores: Requested 8, but already used 20 of 20 cores',
  'No valid host was found. There are not enough hosts available.',
])('%s: says that there is no room', (line) => {
  expect(noRoomIn(`server: it failed\n  ${line}\nother lines`)).toBe(line);
});

it.each(['the image does not exist', 'Rate exceeded', 'your quota of names', ''])('%s: says nothing of it', (line) => {
  expect(noRoomIn(line)).toBeUndefined();
});

it('is a line of bounded length', () => {
  expect(noRoomIn(`no valid host ${'x'.repeat(1_000)}`)).toHaveLength(300);
});
