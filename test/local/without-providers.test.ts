/** A federation that says alone where to deploy. The first part wants empty clouds; what the others make stays. */

import './without-providers/derived.ts';
import './without-providers/containers.ts';
import './without-providers/elastic-cluster.ts';
