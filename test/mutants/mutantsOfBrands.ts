/** Mistakes in what is taken for a brand's own, and in what is kept of it. */
import { core, type Mutant } from "./Mutant.ts"

const page = "test/brands/pageFacts.test.ts"
const facts = "test/brands/brandFacts.test.ts"
const statements = "test/brands/merchantNames.test.ts"
const index = "test/brands/indexEntry.test.ts"

/** By what the public client sees. */
const onWire = (name: string, file: string, from: string, to: string): Mutant => ({
  ...core(name, file, from, to),
  tests: ["test/contract/brands/retrieve.test.ts"]
})

const strangers: ReadonlyArray<Mutant> = [
  core(
    "brands: a year has the rights",
    "src/brands/domain/footerNames.ts",
    " || !/\\p{L}/u.test(name) || isOfPage",
    " || isOfPage",
    page
  ),
  core(
    "brands: a name is told in the capitals of small print",
    "src/brands/domain/mergeFacts.ts",
    "name.length > longestShort &&",
    "name.length < 0 &&",
    page
  ),
  core(
    "brands: a part of a footer's name is a name",
    "src/brands/domain/footerNames.ts",
    "return !isLongerBefore && ",
    "return ",
    page
  ),
  core(
    "brands: a heading is a name where a page is called so",
    "src/brands/domain/pageFacts.ts",
    "/^\\p{Lu}/u.test(name) && !pages.has(name)",
    "/^\\p{Lu}/u.test(name)",
    page
  ),
  core(
    "brands: the index learns of where a domain leads",
    "src/brands/domain/indexEntry.ts",
    "domain === asked && ",
    "",
    index
  ),
  core(
    "brands: the index learns of any page",
    "src/brands/domain/indexEntry.ts",
    ' && ofFront.test(parseUrl(readUrl)?.pathname ?? "")',
    "",
    index
  ),
  core(
    "brands: the index learns of shares in running text",
    "src/brands/domain/indexEntry.ts",
    'place === "text"',
    'place === "heading"',
    index
  ),
  core(
    "brands: shares are looked at by the thousand",
    "src/brands/domain/pageFacts.ts",
    "const mostShares = 50",
    "const mostShares = 50_000",
    page
  ),
  core(
    "brands: the last shares that a page names are looked at",
    "src/brands/domain/pageFacts.ts",
    "named.slice(0, mostShares)",
    "named.slice(-mostShares)",
    page
  ),
  core(
    "brands: a share that stands alone beside others is the brand's",
    "src/brands/domain/pageFacts.ts",
    'holder === "" && isAlone &&',
    'holder === "" &&',
    page
  ),
  core(
    "brands: a share in text is whoever's",
    "src/brands/domain/pageFacts.ts",
    "if (isNear || isOurs)",
    "if (isNear || isOurs || isAlone)",
    page
  ),
  core("brands: a share in text is too little", "src/brands/domain/mergeFacts.ts", "    0.3\n", "    0.6\n", page),
  core(
    "brands: who says that he is of the country is the brand",
    "src/brands/findCalled.ts",
    "isThere(entry) && (!isOwn(entry) || (best !== undefined && isOwn(best)))",
    "isThere(entry)",
    "test/brands/findCalled.test.ts"
  ),
  onWire(
    "brands: the first word is enough to be sure",
    "src/brands/resolveBrand.ts",
    "isStrict ? [whole] : names",
    "names"
  )
]

const read: ReadonlyArray<Mutant> = [
  core("brands: no brand is for adults", "src/brands/domain/mergeFacts.ts", "adult !== null", "false", page),
  core(
    "brands: microdata says little of an address",
    "src/brands/domain/pageFacts.ts",
    '"microdata", 0.9)\n  const own',
    '"microdata", 0.1)\n  const own',
    page
  ),
  core(
    "brands: parts of two branches are one address",
    "src/brands/domain/pageFacts.ts",
    "if (!isOne && filled",
    "if (filled.length > 9 && filled",
    page
  ),
  core(
    "brands: profiles count alike wherever they stand",
    "src/brands/domain/pageFacts.ts",
    "near + 0.2 : near",
    "near : near",
    page
  ),
  core(
    "brands: names of merchants have six letters",
    "src/brands/domain/merchantNames.ts",
    "name.length > 2 ||",
    "name.length > 5 ||",
    statements
  ),
  core(
    "brands: two letters among others name a merchant",
    "src/brands/domain/merchantNames.ts",
    "(words.length === 1 && ",
    "(",
    statements
  ),
  core(
    "brands: greys take colours with them",
    "src/brands/domain/colours.ts",
    "coloured.length > 0 ? coloured : claims",
    "claims",
    facts
  ),
  core(
    "brands: who keeps domains has no site",
    "src/brands/domain/isParked.ts",
    "if (keepers.test(host) && !(",
    "if (keepers.test(host) || (",
    facts
  )
]

const kept: ReadonlyArray<Mutant> = [
  onWire("brands: pictures that failed are not there", "src/brands/keepPictures.ts", "status >= 500 ||", ""),
  onWire(
    "brands: what lacks pictures is given for long",
    "src/brands/retrieveBrand.ts",
    "profile.lacksPictures === true ? Math.min(maxAgeMillis, lackingMillis) : maxAgeMillis",
    "maxAgeMillis"
  ),
  onWire(
    "brands: what lacks pictures takes the place of what has them",
    "src/brands/indexReading.ts",
    "(profile.lacksPictures === true &&",
    "(profile.isThin && profile.lacksPictures === true &&"
  ),
  onWire("brands: a page that is late is whole", "src/brands/readOnePage.ts", "isPart: isLate", "isPart: false"),
  onWire(
    "brands: a file is a page",
    "src/brands/readOnePage.ts",
    'page.capture.type === "html"',
    'page.capture.type !== "pdf"'
  ),
  onWire(
    "brands: who says nothing is a brand",
    "src/brands/readBrand.ts",
    "if (isSilent(merged) && ",
    "if (isSilent(merged) && isThin && "
  )
]

export const mutantsOfBrands: ReadonlyArray<Mutant> = [...strangers, ...read, ...kept]
