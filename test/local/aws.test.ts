/** The main job on AWS, also where a role may not be assumed, against one service. */

import './aws/machines.ts';
import './aws/refused.ts';
