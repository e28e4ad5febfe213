/** Mistakes in how pages look, and in what is made of that. */
import { type Mutant, mutantsOf } from "./Mutant.ts"

const core = mutantsOf("packages/core")
const html = mutantsOf("packages/adapters/html")

const guide = "test/design/styleGuide.test.ts"
const cascade = "test/StyleReader.test.ts"

export const mutantsOfDesign: ReadonlyArray<Mutant> = [
  core(
    "look: text on other ground is the text of the page",
    "src/design/domain/colors.ts",
    "distanceOf(behind, background) <= 0.15",
    "true",
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
  ),
  core(
    "fonts: letters of any script",
    "src/design/domain/fonts.ts",
    "fitting.find(({ isLatin }) => isLatin) ?? fitting[0]",
    "fitting[0]",
    "test/design/fonts.test.ts"
  ),
  core(
    "fonts: slanted files",
    "src/design/domain/fonts.ts",
    "styles.faces.filter(({ isUpright }) => isUpright)",
    "styles.faces",
    "test/design/fonts.test.ts"
  ),
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
  )
]
