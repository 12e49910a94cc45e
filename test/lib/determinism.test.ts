import { describe, expect, it } from 'vitest';
import { synthesised, templates } from './stacks.ts';

describe('synthesis', () => {
  it('gives the same templates for the same commit', () => {
    const [first, second] = [templates(), synthesised()];
    expect(second.data.toJSON()).toEqual(first.data.toJSON());
    expect(second.service.toJSON()).toEqual(first.service.toJSON());
  });
});
