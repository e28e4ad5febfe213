/** Mistakes in what bounds what a page, a schema or a style sheet makes of a few letters. */
import { browser, core, fetch, html, http, type Mutant } from "./Mutant.ts"

const factTests = "test/hostileFacts.test.ts"
const lengthTests = "test/lengths.test.ts"
const selectorTests = "test/selectors.test.ts"

const lengths: ReadonlyArray<Mutant> = [
  html(
    "markdown: a block inside of others is written before it is known to be too long",
    "src/markdown/MarkdownBlocks.ts",
    'for (const part of partsOf(block, "\\n"))',
    "for (const part of [block])",
    lengthTests
  ),
  html(
    "markdown: a long block is cut within its lines",
    "src/partsOf.ts",
    "end === undefined ? least : text.indexOf(end, least)",
    "end === undefined ? least : least",
    lengthTests
  ),
  html(
    "html: references make a page as long as they like",
    "src/writeHtml.ts",
    "const maxHtmlLength = 32_000_000",
    "const maxHtmlLength = 320_000_000",
    lengthTests
  )
]

const bodies: ReadonlyArray<Mutant> = [
  http(
    "bodies: anything is made of them first",
    "src/body.ts",
    "  if (tooMuch !== null) return yield* tooMuch\n",
    "",
    "test/bodySize.test.ts"
  ),
  http(
    "bodies: one that breaks off is kept until it is collected",
    "src/readBytes.ts",
    "        gathered.drop()\n",
    "",
    "test/requestMemory.test.ts"
  ),
  html(
    "long values: an attribute of any length is read at once",
    "src/PageTree.ts",
    "if (value.length > values.longest || values.left < 0)",
    "if (values.left < 0)",
    "test/longValues.test.ts"
  ),
  html(
    "long values: all of them together may be of any length",
    "src/PageTree.ts",
    "if (value.length > values.longest || values.left < 0)",
    "if (value.length > values.longest)",
    "test/longValues.test.ts"
  ),
  html(
    "long values: an address is cut as a text is",
    "src/keptText.ts",
    "address.test(kept) ? undefined : ",
    "",
    "test/metadata.test.ts",
    "test/fillingLinks.test.ts"
  ),
  html(
    "linked data: what is broken is mended at once",
    "src/linkedData.ts",
    "mending.left -= text.length",
    "mending.left -= 0",
    "test/longValues.test.ts"
  ),
  html(
    "pictures: a set goes on behind a size that is none",
    "src/pictures.ts",
    "if (told === null) break",
    "if (told === null) continue",
    "test/longValues.test.ts"
  ),
  html(
    "styles: what opens within an address is looked at again",
    "src/findImages.ts",
    'if (quote === "") opening.lastIndex = end',
    'if (quote === "#") opening.lastIndex = end',
    "test/longValues.test.ts"
  ),
  core(
    "schemas: words that nobody reads are copied with every part",
    "src/extraction/domain/schemaParts.ts",
    "Object.hasOwn(schema, word) ? [[word, schema[word]] as const] : []",
    "Object.hasOwn(schema, word) ? [[word, schema[word]] as const, ...Object.entries(schema)] : []",
    "test/extraction/readDataSchema.test.ts"
  ),
  core(
    "schemas: names that must be there are copied without end",
    "src/extraction/domain/schemaParts.ts",
    "countParts(reading, path, whole.required.length + read.required.length)",
    "",
    "test/extraction/readDataSchema.test.ts"
  ),
  core(
    "noise: a blank between parts of a countdown has two places",
    "src/monitors/domain/judging/noise.ts",
    "[\\\\s,:]*(?:(?:and|und|et|y|e|en)\\\\s?)?){2,}(?:left",
    "[\\\\s,:]*(?:and|und|et|y|e|en)?\\\\s?){2,}(?:left",
    "test/monitors/judging/hostile.test.ts"
  ),
  core(
    "leads: all are weighed in one turn",
    "src/extraction/followTopic.ts",
    "place % leadsInTurn === 0",
    "place % leadsInTurn < 0",
    "test/extraction/choosePages.test.ts"
  ),
  html(
    "text: cents that stand raised are an exponent",
    "src/raisedDigits.ts",
    '? jointOf(before) : "^"',
    '? "^" : "^"',
    "test/regions.test.ts"
  ),
  html(
    "text: the header of a site is its page's title",
    "src/headers.ts",
    "if (found.hasNavigation) return false",
    "",
    "test/regions.test.ts"
  ),
  html(
    "text: what any button opens is read",
    "src/openPanels.ts",
    "controlled !== undefined && panels.size < most.panels && opensPanel(element)",
    "controlled !== undefined && panels.size < most.panels",
    "test/placedParts.test.ts"
  ),
  html(
    "Markdown: marks of a long paragraph are read by a part of it",
    "src/markdown/InlineText.ts",
    "|| this.isMarked ||",
    "||",
    "test/markdown.test.ts"
  ),
  html(
    "Markdown: what is written of a long paragraph forgets what stands before",
    "src/markdown/writeInline.ts",
    "this.last = markdown.at(-1) ?? this.last\n    }",
    'this.last = markdown.at(-1) ?? this.last\n    }\n    this.last = ""',
    "test/markdown.test.ts"
  ),
  html(
    "sitemaps: long ones are read where everybody waits",
    "src/SitemapReader.ts",
    "const inlineLength = 128 * 1024",
    "const inlineLength = 128 * 1024 * 1024",
    "test/SitemapReader.test.ts"
  ),
  http(
    "bodies: they have any number of things",
    "src/body.ts",
    "maxBodyItems = 10_000",
    "maxBodyItems = 10_000_000",
    "test/bodySize.test.ts"
  ),
  http(
    "bodies: those without a length take no room",
    "src/readBytes.ts",
    "return leaseOf(exchange).take(more) ? null : refusalOf(exchange, more)",
    "return null",
    "test/requestMemory.test.ts"
  )
]

const facts: ReadonlyArray<Mutant> = [
  html(
    "facts: a value has as many labels as there are",
    "src/facts/pairFacts.ts",
    "if (labels.length < maxLabels) labels.push",
    "labels.push",
    factTests
  ),
  html(
    "facts: labels with a value are not counted",
    "src/facts/pairFacts.ts",
    "        for (const label of labels) {\n          budget.step()\n",
    "        for (const label of labels) {\n",
    factTests
  ),
  html(
    "facts: values of microdata have no end",
    "src/facts/microdata.ts",
    "if (this.values < 0 || this.characters < 0) {",
    "if (this.values < 0) {",
    factTests
  ),
  html(
    "facts: texts in each other are not counted",
    "src/facts/shownText.ts",
    "  left -= text.length\n",
    "",
    factTests
  ),
  html(
    "filling: it is done at once whatever it takes",
    "src/PageWork.ts",
    "filling: { most: maxInlineComparisons, exceeded: costly }",
    "filling: fullFillingCosts",
    factTests
  ),
  core(
    "filling: what things say is not counted",
    "src/extraction/domain/fillingWork.ts",
    "said += 1 + saidIn(item, most - said)",
    "said += 1",
    "test/extraction/fillingWork.test.ts"
  ),
  core(
    "filling: properties of lists are not counted",
    "src/extraction/domain/fillingWork.ts",
    'if (shape.kind === "list") return propertiesIn(shape.items)',
    'if (shape.kind === "list") return 0',
    "test/extraction/fillingWork.test.ts"
  )
]

const selectors: ReadonlyArray<Mutant> = [
  core(
    "pictures: one of any size is looked at",
    "src/pages/findImages.ts",
    "const maxPictureBytes = 8 * 1024 * 1024",
    "const maxPictureBytes = 20 * 1024 * 1024",
    "test/pages/pictures.test.ts"
  ),
  core(
    "pictures: all of a page are held together",
    "src/pages/findImages.ts",
    "if (!isHosted || length > room) return false",
    "if (!isHosted) return false",
    "test/pages/pictures.test.ts"
  ),
  browser(
    "addresses: a page stands wherever it says that it stands",
    "src/render/renderPage.ts",
    " && isUrl(address)",
    "",
    "test/longAddress.test.ts"
  ),
  html(
    "addresses: all links of a page may be as long as its own address",
    "src/Addresses.ts",
    "perAddress: 160",
    "perAddress: 16_000",
    "test/addresses.test.ts"
  ),
  core(
    "fonts: files are found beside an address of any length",
    "src/pages/domain/fontFaces.ts",
    'address.length > maxUrlLength ? "" : address',
    "address",
    "test/pages/fontFaces.test.ts"
  ),
  core(
    "fonts: all files of a block are looked at",
    "src/pages/domain/fontFaces.ts",
    "const maxFiles = 20",
    "const maxFiles = 20_000",
    "test/pages/fontFaces.test.ts"
  ),
  fetch(
    "zip: names of any length are made into texts",
    "src/zipFileType.ts",
    "const longestName = 64",
    "const longestName = 65_535",
    "test/ContentClassifier.test.ts"
  ),
  core(
    "fonts: a value goes on behind a bracket that nothing closes",
    "src/pages/domain/fontFaces.ts",
    "      valueEnd ??= found.index\n",
    "",
    "test/pages/fontFaces.test.ts"
  ),
  html(
    "selectors: a pseudo-class that stands for others is read wherever it stands",
    "src/Selectors.ts",
    "(aliases.get(name) ?? endTest(name, spend))",
    "endTest(name, spend)",
    selectorTests
  ),
  html(
    "selectors: those of a list may have any number of parts together",
    "src/Selectors.ts",
    "  parts.left -= count\n",
    "",
    selectorTests
  ),
  html(
    "selectors: what is kept of one keeps the address that it came in",
    "src/Selectors.ts",
    "const own = copyOf(selector)",
    "const own = selector",
    selectorTests
  ),
  html(
    "selectors: names of elements are not counted",
    "src/Matching.ts",
    "        spend(1 / 2 + name.length / 32)\n",
    "",
    selectorTests
  ),
  html(
    "selectors: places where a text may begin are not counted",
    "src/elementTests.ts",
    "    spend(1 / 2 + wanted.length / 16)\n",
    "",
    selectorTests
  ),
  html(
    "selectors: a language is compared anew for each element",
    "src/elementTests.ts",
    "    known.set(language, isOne)\n",
    "",
    selectorTests
  ),
  html(
    "rules: short values are not counted",
    "src/extractFields.ts",
    "    valuesLeft -= values\n",
    "    valuesLeft -= values * 0\n",
    selectorTests
  ),
  html(
    "rules: nulls and empty texts are not counted",
    "src/extractFields.ts",
    "const emptyValue = 1 / 2",
    "const emptyValue = 0",
    selectorTests
  ),
  html(
    "rules: a large table has too many values",
    "src/extractFields.ts",
    "const maxValues = 300_000",
    "const maxValues = 100_000",
    selectorTests
  ),
  html(
    "rules: a tenth of what they walk through is too much",
    "src/PageWork.ts",
    "  matching: makeMatching(),\n  taking: makeSpend(maxTakingSteps),",
    "  matching: makeMatching(),\n  taking: makeSpend(maxTakingSteps / 10),",
    selectorTests
  ),
  html(
    "selectors: the first and the last are sought among all",
    "src/Selectors.ts",
    "(aliases.get(name) ?? endTest(name, spend))",
    "aliases.get(name)",
    selectorTests
  ),
  html(
    "selectors: what is before a node is sought for nothing",
    "src/siblings.ts",
    "spend?.((",
    "spend?.(0 * (",
    selectorTests
  ),
  html("rules: what is walked through is not counted", "src/extractFields.ts", "    spend(1)\n", "", selectorTests),
  http(
    "replies: what lies deep is one piece however long it is",
    "src/inPieces.ts",
    "(levels <= 0 && !isLong(value))",
    "levels <= 0",
    "test/inPieces.test.ts"
  )
]

export const mutantsOfHostilePages = [...lengths, ...bodies, ...facts, ...selectors]
