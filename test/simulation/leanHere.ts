/** Import it before all else: from then on this process simulates as `npm run simulate` does, so that a seed has one history. */
import { load } from "./planted/load.ts"

load(null)
