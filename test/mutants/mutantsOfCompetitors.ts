/** Mistakes in who is said to compete. */
import { core, type Mutant } from "./Mutant.ts"

/** Of what is held from outside. */
const whole = (name: string, file: string, from: string, to: string, ...tests: ReadonlyArray<string>): Mutant => ({
  ...{ name, file, tests },
  replace: [{ from, to }]
})

const names = "test/competitors/names.test.ts"
const weighing = "test/competitors/weighing.test.ts"
const contract = "test/contract/competitors/competitors.test.ts"

export const mutantsOfCompetitors: ReadonlyArray<Mutant> = [
  core(
    "competitors: two that are compared compete with everybody",
    "src/competitors/domain/comparedNames.ts",
    "if (isNamed || isOwn) return namesOf(parts, isTarget)",
    "if (isNamed || !isOwn) return namesOf(parts, isTarget)",
    names
  ),
  core(
    "competitors: a list of others' alternatives is one of the company's",
    "src/competitors/domain/findingsOfPage.ts",
    "if (isAbout && !isOwn) for",
    "if (!isOwn) for",
    names
  ),
  core(
    "competitors: one teller counts as often as it speaks",
    "src/competitors/domain/weighCandidate.ts",
    "tellers.set(teller, Math.max(tellers.get(teller) ?? 0, points[kind]))",
    "tellers.set(teller, (tellers.get(teller) ?? 0) + points[kind])",
    weighing
  ),
  core(
    "competitors: one stranger's word is sure",
    "src/competitors/domain/weighCandidate.ts",
    "(isOwn || tellers.size > 1) && likeGain > 0",
    "likeGain > 0",
    weighing
  ),
  core(
    "competitors: parents are told by data alone",
    "src/competitors/domain/relatedCompanies.ts",
    "if (found !== null) add(found[1]!)",
    "if (found === null) add(sentence)",
    weighing
  ),
  whole(
    "competitors: who says that it owns the company competes with it",
    "packages/core/src/competitors/verifyRival.ts",
    "|| company.names.some((name) => theirKin.has(nameKey(name)))) return",
    ") return",
    contract
  ),
  whole(
    "competitors: who sells it competes with it",
    "packages/core/src/competitors/verifyRival.ts",
    'if (!kindsOf(candidate).has("own") && isReseller(text, company.mention)) return',
    "",
    contract
  ),
  whole(
    "competitors: another name of the company competes with it",
    "packages/core/src/competitors/verifyRival.ts",
    "if (names.some((name) => company.isTarget(name))) return",
    "",
    contract
  )
]
