/** Mistakes in how pages look, and in what is made of that. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of sources.
import { core, html, type Mutant } from "./Mutant.ts"

const guide = "test/design/styleGuide.test.ts"
const files = "test/design/fonts.test.ts"
const faces = "test/pages/fontFaces.test.ts"
const cascade = "test/StyleReader.test.ts"

const looks: ReadonlyArray<Mutant> = [
  core(
    "look: text on other ground is the text of the page",
    "src/design/domain/colors.ts",
    "distanceOf(behind, background) <= 0.15",
    "distanceOf(behind, background) <= 0.9",
    guide
  ),
  core(
    "look: text on nearly the same ground is not that of the page",
    "src/design/domain/colors.ts",
    "distanceOf(behind, background) <= 0.15",
    "distanceOf(behind, background) <= 0.02",
    guide
  ),
  core(
    "look: the page stands on any ground that has more words than others",
    "src/design/domain/colors.ts",
    "first.weight * 2 > all",
    "first.weight * 3 > all",
    guide
  ),
  core(
    "look: shadows that lie around as well lie within",
    "src/design/domain/scales.ts",
    'layersOf(shadow).every((layer) => layer.includes("inset"))',
    'layersOf(shadow).some((layer) => layer.includes("inset"))',
    guide
  ),
  core(
    "look: links are running text",
    "src/design/domain/colors.ts",
    "!headings.has(element) && !pressed.has(element)",
    "!headings.has(element)",
    guide
  ),
  core(
    "look: the accent is whatever has most",
    "src/design/domain/colors.ts",
    "known.filter(({ color }) => chromaOf(color) >= leastChroma)",
    "known",
    guide
  )
]

const sheets = "src/design/readSheets.ts"
const sheetTests = "test/design/sheets.test.ts"

const lacking: ReadonlyArray<Mutant> = [
  core(
    "look: a page is kept without a sheet whose server cannot be reached",
    sheets,
    "connection_failed: true",
    "connection_failed: false",
    sheetTests
  ),
  core("look: a page is kept without a sheet for want of memory here", sheets, "busy: true", "busy: false", sheetTests),
  core(
    "look: a page is kept without a sheet whose site throttles",
    sheets,
    " || answer.status === 429",
    "",
    sheetTests
  ),
  core(
    "look: a page that has a sheet which is too large is looked at again and again",
    sheets,
    "too_large: false",
    "too_large: true",
    sheetTests
  )
]

const fonts: ReadonlyArray<Mutant> = [
  core(
    "fonts: letters of any script",
    "src/design/domain/fonts.ts",
    "fitting.find(({ isLatin }) => isLatin) ?? fitting[0]",
    "fitting[0]",
    files
  ),
  core(
    "fonts: slanted files",
    "src/design/domain/fonts.ts",
    "styles.faces.filter(({ isUpright }) => isUpright)",
    "styles.faces",
    files
  ),
  core(
    "fonts: files of many weights have the usual one that they have not",
    "src/design/domain/fonts.ts",
    "Math.min(Math.max(400, least), most)",
    "400",
    files
  ),
  core(
    "fonts: files of many weights have none where none is used",
    "src/design/domain/fonts.ts",
    "wanted.length === 0 ? usual : wanted",
    "wanted",
    files
  ),
  core(
    "fonts: what a block says first counts",
    "src/pages/domain/fontFaces.ts",
    'if (value.length > 0) properties.set(name!.trim().toLowerCase(), value.join(":").trim())',
    'if (value.length > 0 && !properties.has(name!.trim().toLowerCase())) properties.set(name!.trim().toLowerCase(), value.join(":").trim())',
    faces
  ),
  core(
    "fonts: names of formats as they were called before are unknown",
    "src/pages/domain/fontFaces.ts",
    '.replace(/-variations$/, "")',
    "",
    faces
  ),
  core(
    "fonts: properties count by how their names end",
    "src/pages/domain/fontFaces.ts",
    "properties.set(name!.trim().toLowerCase(),",
    'properties.set(name!.trim().toLowerCase().replace(/^-x-/, ""),',
    faces
  )
]

const styles: ReadonlyArray<Mutant> = [
  html(
    "cascade: importance does not count",
    "src/styles/computedStyle.ts",
    "isImportant ? rank + importance : rank",
    "rank",
    cascade
  ),
  html("cascade: layers count like others", "src/styles/ruleIndex.ts", "isLayered ? 0 : 1e14", "0", cascade),
  html(
    "cascade: what is not displayed is told",
    "src/styles/observe.ts",
    "if (!style.isDisplayed) continue",
    "",
    cascade
  ),
  html(
    "cascade: what is for browsers that cannot do something applies",
    "src/styles/sheetRules.ts",
    "return !/^\\s*not\\b/i.test(params)",
    "return params !== null",
    cascade
  ),
  html(
    "cascade: bolder is bold whatever it stands in",
    "src/styles/computedStyle.ts",
    "above < 350 ? 400 : above < 550 ? 700 : Math.max(above, 900)",
    "700",
    cascade
  ),
  html(
    "cascade: ranges that begin with the size are read as they are written",
    "src/styles/mediaQuery.ts",
    'mirrored[before ?? ""] ?? ""',
    'before ?? ""',
    cascade
  ),
  html(
    "cascade: a size that is the limit lies beyond it",
    "src/styles/mediaQuery.ts",
    '"<=": ">=", ">": "<", ">=": "<="',
    '"<=": ">", ">": "<", ">=": "<"',
    cascade
  )
]

export const mutantsOfDesign: ReadonlyArray<Mutant> = [...looks, ...lacking, ...fonts, ...styles]
