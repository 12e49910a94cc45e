import type { Submission } from '../../src/domain/deployers/planner.ts';

/** A text as the planner of the Infrastructure Manager would give it. */
export const submission = (text: string): Submission => text as Submission;
