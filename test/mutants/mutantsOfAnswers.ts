/** Mistakes in what sentences are taken to say. */
import { type Mutant, mutantsOf } from "./Mutant.ts"

const core = mutantsOf("packages/core")

const claims = "test/answers/claims.test.ts"
const reading = "src/extraction/domain/readClaim.ts"

export const mutantsOfAnswers: ReadonlyArray<Mutant> = [
  core(
    "answers: a sentence that denies says yes",
    reading,
    "if (denied.length === 0) return true",
    "return true",
    claims
  ),
  core("answers: a question or a condition is a statement", reading, " || reservations.test(text)", "", claims),
  core(
    "answers: some of the words of a question are enough",
    reading,
    ".every((term) => terms",
    ".some((term) => terms",
    claims
  ),
  core(
    "answers: whatever is said of others is said of whom is asked",
    reading,
    " || !isOfWhomIsAsked(claim, passage)",
    "",
    claims
  ),
  core("answers: a denial of one thing denies what is joined to it", reading, " || joins.test(text)", "", claims),
  core("answers: any no denies everything", reading, "/^(?:no$|kein|aucun)/i", "/^(?:kein|aucun)/i", claims)
]
