import type { Problem } from '../../tosca/problems.ts';
import type { BodyOf } from '../schemas/answers.ts';

export const problemView = ({ code, severity, file, line, column, path, message }: Problem): BodyOf<'Problem'> => ({
  ...{ code, severity, file, line, column, path, message },
});
