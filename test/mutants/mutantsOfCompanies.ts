/** Mistakes in what companies are found by, and in what they are said to do. */
import { core, type Mutant } from "./Mutant.ts"

const typos = "test/brands/typos.test.ts"
const said = "test/industries/siteWords.test.ts"
const rules = "test/industries/rules.test.ts"

const brands: ReadonlyArray<Mutant> = [
  core(
    "brands: words of two letters may have typos",
    "src/brands/domain/typos.ts",
    "Math.min(tolerated, letters < 3",
    "Math.min(tolerated, letters < 2",
    typos
  ),
  core(
    "brands: words of four letters may have two typos",
    "src/brands/domain/typos.ts",
    "Math.min(tolerated, letters < 3 ? 0 : letters < 5",
    "Math.min(tolerated, letters < 3 ? 0 : letters < 4",
    typos
  ),
  core(
    "brands: words may have typos that nobody tolerates",
    "src/brands/domain/typos.ts",
    "Math.min(tolerated, letters < 3",
    "Math.max(tolerated, letters < 3",
    typos
  )
]

const words: ReadonlyArray<Mutant> = [
  core(
    "industries: what several pages say counts for each",
    "src/industries/domain/SiteWords.ts",
    'once(pages.map(({ metadata }) => metadata.title ?? ""))',
    'pages.map(({ metadata }) => metadata.title ?? "")',
    said
  ),
  core(
    "industries: the navigation is that of any page",
    "src/industries/domain/SiteWords.ts",
    "(front?.links ?? [])",
    "pages.flatMap(({ links }) => links)",
    said
  ),
  core(
    "industries: addresses of kinds are words",
    "src/industries/domain/SiteWords.ts",
    '(name === "additionalType" ? spoken(text) : text)',
    "text",
    said
  ),
  core(
    "industries: longer numbers are codes",
    "src/industries/domain/SiteWords.ts",
    "text.match(/\\b\\d{6}\\b/g)",
    "text.match(/\\d{6}/g)",
    said
  ),
  core(
    "industries: what any site has tells what it does",
    "src/industries/domain/SiteWords.ts",
    "if (!anybodys.test(type",
    'if (type !== "" || anybodys.test(type',
    said
  ),
  core(
    "industries: what stands inside of things is passed over",
    "src/industries/domain/SiteWords.ts",
    "else readLinked(own, depth + 1, linked)",
    "else readLinked(own, depth + linkedLimits.depth, linked)",
    said
  )
]

const picked: ReadonlyArray<Mutant> = [
  core(
    "industries: another line of business may come near",
    "src/industries/domain/pickIndustries.ts",
    "lead: 0.7,",
    "lead: 0.99,",
    rules
  ),
  core(
    "industries: kin that does not come near is as sure",
    "src/industries/domain/pickIndustries.ts",
    "beside: 0.85 }",
    "beside: 0.5 }",
    rules
  ),
  core(
    "industries: a few words are enough to be sure",
    "src/industries/domain/pickIndustries.ts",
    "evidence: 45,",
    "evidence: 5,",
    rules
  ),
  core(
    "industries: kin stands in the way of being sure",
    "src/industries/domain/pickIndustries.ts",
    "!isKindred(codeOf(one), code)",
    "codeOf(one) !== code",
    rules
  ),
  core(
    "industries: all that share a word fit",
    "src/industries/domain/pickIndustries.ts",
    "score >= best.score * leastOfBest",
    "score > 0",
    rules
  )
]

export const mutantsOfCompanies: ReadonlyArray<Mutant> = [...brands, ...words, ...picked]
