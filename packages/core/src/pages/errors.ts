/** What a call that reads the web can end in. */
import type { CollectionPaused, OutOfCredits } from "../credits/errors.ts"
import type { InvalidInput } from "../InvalidInput.ts"
import type { ProfileError } from "../profiles/errors.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { CallAbandoned, ReadingError } from "../web/errors.ts"

/** Why a call that reads the web was not answered. Nothing was charged. */
export type WebError =
  | CallAbandoned
  | CollectionPaused
  | InvalidInput
  | OutOfCredits
  | ProfileError
  | ReadingError
  | StoreUnavailable
