/** Addresses that are never asked for, however they are answered: whoever wrote one corrects it. */
import { Effect, Result } from "effect"
import { InvalidInput } from "../InvalidInput.ts"
import { readUrl } from "./domain/Egress.ts"

/** The address in `field` as it was parsed. Fails for one that is refused for how it is written: its scheme, its host, a user name. */
export const writtenUrl = (field: string, url: string): Effect.Effect<URL, InvalidInput> =>
  Effect.fromResult(Result.mapError(readUrl(url), ({ message }) => new InvalidInput({ field, message })))
