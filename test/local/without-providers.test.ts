/** A federation that says alone where to deploy. The cluster comes last, since it stays. */

import './without-providers/derived.ts';
import './without-providers/elastic-cluster.ts';
