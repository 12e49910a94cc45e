/** What is done on machines of AWS, each with its own story, against one service. */

import './aws-machines/software.ts';
import './aws-machines/secrets.ts';
import './aws-machines/logins.ts';
import './aws-machines/first-deployment.ts';
