/** Jobs on AWS Batch, those that succeed and those that fail, against one service. */

import './batch/jobs.ts';
import './batch/failing-jobs.ts';
