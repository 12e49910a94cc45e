/** Jobs on AWS Batch, those that succeed and those that fail, and the doctor, against one service. */

import './batch/doctor.ts';
import './batch/jobs.ts';
import './batch/failing-jobs.ts';
