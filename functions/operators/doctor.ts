import * as v from 'valibot';
import { examineInstallation } from '../../src/domain/doctor/examination.ts';
import { onLambda } from '../../src/runtime/lambda.ts';
import { task } from '../../src/runtime/task.ts';
import { checks } from '../../src/wiring/doctor.ts';
import { clock } from '../../src/wiring/system.ts';

/** For `npm run doctor`: checks from inside the installation whether it has what it needs. */
export const step = task(v.unknown(), examineInstallation);

export const handler = onLambda(step, { clock, checks });
